package fleet

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Order is a configuration for many boxes: sections of lensd.yaml that are merged into each box's own file (RFC 7396).
type Order struct {
	Version uint64                     `json:"version"` // rises with every order, which keeps old ones from being played again
	Percent int                        `json:"percent"` // of the boxes that take it, by the hash of their id: more percent are those and others
	Set     map[string]json.RawMessage `json:"set"`
}

// signed is an order as it travels.
type signed struct {
	Order     []byte `json:"order"` // an Order as JSON, to the byte as it was signed
	Signature []byte `json:"signature"`
}

// Sections are what an order may set. What a box is, where it keeps its state, its stations and its owner are its own.
func Sections() []string { return []string{"http", "log", "mqtt", "readers", "retention"} }

const (
	maxOrder = 256 << 10
	// domain keeps the key's signatures under other things from passing as orders.
	domain = "lensd fleet order\n"
)

// Errors of Open, in words for the fleet's page.
var (
	ErrForged    = errors.New("it is not signed by the owner's key")
	ErrMalformed = errors.New("it is malformed")
)

// NewKey draws the owner's key, in the form in which files and configurations hold its halves.
func NewKey() (private, public string, err error) {
	pub, priv, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", "", err
	}
	return base64.StdEncoding.EncodeToString(priv.Seed()), base64.StdEncoding.EncodeToString(pub), nil
}

// ParsePublic reads the public half.
func ParsePublic(s string) (ed25519.PublicKey, error) {
	b, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s))
	if err != nil || len(b) != ed25519.PublicKeySize {
		return nil, errors.New("is no public key as `lensd fleet keygen` prints it")
	}
	return b, nil
}

// ParsePrivate reads the private half.
func ParsePrivate(s string) (ed25519.PrivateKey, error) {
	b, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s))
	if err != nil || len(b) != ed25519.SeedSize {
		return nil, errors.New("the file holds no key of `lensd fleet keygen`")
	}
	return ed25519.NewKeyFromSeed(b), nil
}

// Sign makes an order ready to travel.
func Sign(key ed25519.PrivateKey, o Order) ([]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(signed{b, ed25519.Sign(key, append([]byte(domain), b...))})
	if len(out) > maxOrder {
		return nil, fmt.Errorf("an order has at most %d bytes", maxOrder)
	}
	return out, err
}

// Open returns the order in b, every byte of which is foreign until its signature has been seen to be the owner's.
func Open(key ed25519.PublicKey, b []byte) (Order, error) {
	var s signed
	if len(b) > maxOrder || strictly(b, &s) != nil {
		return Order{}, ErrMalformed
	}
	if !ed25519.Verify(key, append([]byte(domain), s.Order...), s.Signature) {
		return Order{}, ErrForged
	}
	var o Order
	if strictly(s.Order, &o) != nil {
		return Order{}, ErrMalformed
	}
	return o, o.check()
}

// strictly decodes one JSON value without unknown members.
func strictly(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return ErrMalformed
	}
	return nil
}

func (o Order) check() error {
	if o.Version == 0 || o.Percent < 0 || o.Percent > 100 {
		return ErrMalformed
	}
	for name := range o.Set {
		if !slices.Contains(Sections(), name) {
			return fmt.Errorf("%w: an order may set %s only", ErrMalformed, strings.Join(Sections(), ", "))
		}
	}
	return nil
}

// For says whether a box is among those that take the order. The place of a box in the row is the same in every order, so that a
// stage of 10 percent is part of the next one of 50.
func (o Order) For(box string) bool {
	sum := sha256.Sum256([]byte(box))
	return binary.BigEndian.Uint64(sum[:8])%100 < uint64(max(0, o.Percent))
}

// digest tells two orders of one version apart.
func (o Order) digest() string {
	h := sha256.New()
	fmt.Fprintln(h, o.Version, o.Percent)
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		fmt.Fprintln(h, name, string(o.Set[name]))
	}
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}
