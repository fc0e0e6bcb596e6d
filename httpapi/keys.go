package httpapi

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// hashPrefix marks a key in the configuration that is written as its hash.
const hashPrefix = "sha256:"

// ParseKey reads a key of the configuration: in clear, or as sha256:<hex>, either behind a role as in "read:…". Without one the
// key may do everything.
func ParseKey(name, text string) (Key, error) {
	role, text := cutRole(text)
	digest, hashed := strings.CutPrefix(text, hashPrefix)
	if !hashed {
		if len(text) < 8 {
			return Key{}, fmt.Errorf("service key %q is shorter than 8 characters; `lensd key add` makes a good one", name)
		}
		return Key{Name: name, Hash: sha256.Sum256([]byte(text)), Role: role}, nil
	}
	b, err := hex.DecodeString(digest)
	if err != nil || len(b) != sha256.Size {
		return Key{}, fmt.Errorf("service key %q: after sha256: 64 hexadecimal digits are needed", name)
	}
	return Key{Name: name, Hash: [32]byte(b), Role: role}, nil
}

// NewKey draws a key of 192 random bits and returns it in clear, to be shown once, with the form to keep.
func NewKey(name string, role Role) (string, Key, error) {
	if name == "" {
		return "", Key{}, errors.New("a key needs a name")
	}
	b := make([]byte, 24)
	if _, err := rand.Read(b); err != nil {
		return "", Key{}, err
	}
	// The prefix keeps a key from starting with '-', which command lines take for an option.
	clear := "lensd_" + base64.RawURLEncoding.EncodeToString(b)
	return clear, Key{Name: name, Hash: sha256.Sum256([]byte(clear)), Role: role}, nil
}

// match returns the key that sent is. All keys are compared, each in constant time, so that the time tells nothing.
func match(keys []Key, sent string) (Key, bool) {
	h := sha256.Sum256([]byte(sent))
	found, ok := Key{}, false
	for _, k := range keys {
		if subtle.ConstantTimeCompare(k.Hash[:], h[:]) == 1 {
			found, ok = k, true
		}
	}
	return found, ok
}
