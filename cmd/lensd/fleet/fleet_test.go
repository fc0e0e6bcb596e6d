package fleet

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func keys(t testing.TB) (ed25519.PrivateKey, ed25519.PublicKey) {
	t.Helper()
	private, public, err := NewKey()
	require.NoError(t, err)
	priv, err := ParsePrivate(private + "\n")
	require.NoError(t, err)
	pub, err := ParsePublic(public)
	require.NoError(t, err)
	return priv, pub
}

func order(version uint64, percent int, days int) Order {
	return Order{version, percent, map[string]json.RawMessage{"retention": json.RawMessage(fmt.Sprintf(`{"days":%d}`, days))}}
}

func signedBy(t testing.TB, key ed25519.PrivateKey, o Order) []byte {
	t.Helper()
	b, err := Sign(key, o)
	require.NoError(t, err)
	return b
}

func TestOnlyWhatTheOwnerSignedIsOpened(t *testing.T) {
	priv, pub := keys(t)
	stranger, _ := keys(t)
	good := signedBy(t, priv, order(7, 50, 60))
	o, err := Open(pub, good)
	require.NoError(t, err)
	assert.Equal(t, uint64(7), o.Version)
	var s signed
	require.NoError(t, json.Unmarshal(good, &s))
	forged := s
	forged.Order = []byte(`{"version":8,"percent":100,"set":{}}`)
	bare := s
	bare.Signature = ed25519.Sign(priv, s.Order)
	again := func(s signed) []byte { b, err := json.Marshal(s); require.NoError(t, err); return b }
	raw := func(text string) []byte {
		return again(signed{[]byte(text), ed25519.Sign(priv, append([]byte(domain), text...))})
	}
	for name, c := range map[string]struct {
		in   []byte
		want error
	}{
		"another's key":               {signedBy(t, stranger, order(9, 100, 1)), ErrForged},
		"other words":                 {again(forged), ErrForged},
		"a signature under no domain": {again(bare), ErrForged},
		"no signature":                {again(signed{Order: s.Order}), ErrForged},
		"cut":                         {good[:len(good)-1], ErrMalformed},
		"followed by more":            {append(append([]byte{}, good...), '{'), ErrMalformed},
		"empty":                       {nil, ErrMalformed},
		"signed nonsense":             {raw("x"), ErrMalformed},
		"signed, version 0":           {raw(`{"version":0,"percent":1,"set":{}}`), ErrMalformed},
		"signed, 101 percent":         {raw(`{"version":1,"percent":101,"set":{}}`), ErrMalformed},
		"signed, another's stations":  {raw(`{"version":1,"percent":1,"set":{"stations":[]}}`), ErrMalformed},
		"signed, the owner":           {raw(`{"version":1,"percent":1,"set":{"fleet":{"owner":"x"}}}`), ErrMalformed},
		"signed, unknown member":      {raw(`{"version":1,"percent":1,"set":{},"x":1}`), ErrMalformed},
	} {
		_, err := Open(pub, c.in)
		assert.ErrorIs(t, err, c.want, name)
	}
}

// Each stage is part of the next, and of many boxes about as many as were asked for take an order.
func TestStagesGrowByTheHashOfTheBox(t *testing.T) {
	took := map[int]int{}
	for i := range 2000 {
		box, before := fmt.Sprint("lensd-", i), false
		for _, percent := range []int{0, 10, 50, 100} {
			now := Order{Version: 1, Percent: percent}.For(box)
			assert.False(t, before && !now, box)
			before = now
			if now {
				took[percent]++
			}
		}
	}
	assert.Zero(t, took[0])
	assert.InDelta(t, 200, took[10], 60)
	assert.InDelta(t, 1000, took[50], 120)
	assert.Equal(t, 2000, took[100])
}

// trialBox is a box of which a test decides how it takes a configuration.
type trialBox struct {
	*Steward
	key     ed25519.PrivateKey
	owner   Owner
	path    string
	refuses error  // what Apply says
	missing string // what Well says
	applied int
}

const before = "retention: {days: 30} # as it was\n"

func newTrialBox(t *testing.T) *trialBox {
	t.Helper()
	priv, pub := keys(t)
	dir := t.TempDir()
	b := &trialBox{key: priv, path: filepath.Join(dir, "lensd.yaml"), owner: Owner{Key: pub, Box: "box", Dir: dir}}
	require.NoError(t, os.WriteFile(b.path, []byte(before), 0o600))
	b.Steward = NewSteward(StewardConfig{Path: b.path, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Check: func(text []byte) error {
			if len(text) > 500 {
				return errors.New("retention.days: is negative")
			}
			return nil
		},
		Apply: func(_ context.Context, old, now []byte) error {
			b.applied++
			text, err := os.ReadFile(b.path)
			require.NoError(t, err)
			require.Equal(t, string(old), string(text))
			if b.refuses != nil {
				return b.refuses
			}
			return os.WriteFile(b.path, now, 0o600)
		},
		Well: func(context.Context) string { return b.missing }})
	b.Obey(b.owner)
	return b
}

func (b *trialBox) text(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(b.path)
	require.NoError(t, err)
	return string(text)
}

func (b *trialBox) send(t *testing.T, o Order) Report {
	t.Helper()
	b.take(context.Background(), signedBy(t, b.key, o))
	return b.Report()
}

func TestAnOrderIsTakenOnceAndOldOnesNeverAgain(t *testing.T) {
	b := newTrialBox(t)
	first := order(1, 100, 40)
	assert.Equal(t, Report{InUse: 1}, b.send(t, first))
	assert.Contains(t, b.text(t), "days: 40")
	assert.Contains(t, b.text(t), "# as it was", "what else stands in the file stays")
	assert.Equal(t, Report{InUse: 2}, b.send(t, order(2, 100, 50)))
	assert.Equal(t, Report{InUse: 2}, b.send(t, order(2, 100, 50)), "the broker sends it again")
	assert.Equal(t, 2, b.applied)
	for name, old := range map[string]Order{"an old one": first, "another of the same version": order(2, 100, 51)} {
		r := b.send(t, old)
		assert.Equal(t, uint64(2), r.InUse, name)
		require.NotNil(t, r.Refused, name)
		assert.Equal(t, errReplayed.Error(), r.Refused.Reason, name)
	}
	b.take(context.Background(), []byte(`{"order":"","signature":""}`))
	assert.Equal(t, ErrForged.Error(), b.Report().Refused.Reason)
	assert.Contains(t, b.text(t), "days: 50")
	assert.Equal(t, Report{InUse: 2}, b.send(t, order(2, 100, 50)), "a forgery is forgotten when the owner's is seen again")

	again := NewSteward(b.cfg)
	again.Obey(b.owner)
	assert.Equal(t, Report{InUse: 2}, again.Report(), "a start forgets nothing")
	again.take(context.Background(), signedBy(t, b.key, first))
	assert.NotNil(t, again.Report().Refused)
	assert.Contains(t, b.text(t), "days: 50")
}

func TestABadOrderIsRolledBackAndTold(t *testing.T) {
	for name, c := range map[string]struct {
		breaks func(*trialBox)
		set    Order
		says   string
	}{
		"invalid":        {func(*trialBox) {}, Order{1, 100, map[string]json.RawMessage{"log": json.RawMessage(`{"level":"` + string(make500()) + `"}`)}}, "retention.days: is negative"},
		"does not start": {func(b *trialBox) { b.refuses = errors.New("port in use") }, order(1, 100, 40), "rolled back, the box cannot run with it: port in use"},
		"cut off":        {func(b *trialBox) { b.missing = "the broker was not joined" }, order(1, 100, 40), "rolled back after 0s: the broker was not joined"},
	} {
		b := newTrialBox(t)
		c.breaks(b)
		r := b.send(t, c.set)
		require.NotNil(t, r.Refused, name)
		assert.Equal(t, Report{Refused: &Refusal{1, c.says, r.Refused.At}}, r, name)
		assert.Equal(t, before, b.text(t), name)
		b.refuses, b.missing = nil, ""
		tried := b.applied
		b.send(t, c.set)
		assert.Equal(t, tried, b.applied, "%s: it is not tried again", name)
		assert.Equal(t, Report{InUse: 2}, b.send(t, order(2, 100, 45)), "%s: the next one is", name)
	}
}

func make500() []byte {
	b := make([]byte, 500)
	for i := range b {
		b[i] = 'x'
	}
	return b
}

func TestABoxOutsideOfAStageWaits(t *testing.T) {
	b := newTrialBox(t)
	assert.Equal(t, Report{Waits: 3}, b.send(t, order(3, 0, 40)))
	assert.Equal(t, before, b.text(t))
	assert.NotNil(t, b.send(t, order(2, 100, 41)).Refused, "what it waits for is seen, too")
	assert.Equal(t, Report{InUse: 4}, b.send(t, order(4, 100, 40)))
}

// An order that ends the box itself, or the power, during its trial is taken back by the next start.
func TestAStartDuringATrialTakesTheFileOfBefore(t *testing.T) {
	b := newTrialBox(t)
	b.missing = "the broker was not joined"
	b.owner.Trial = time.Hour
	b.Obey(b.owner)
	ctx, cancel := context.WithCancel(context.Background())
	b.cfg.Well = func(context.Context) string { cancel(); return "the box ends" }
	b.take(ctx, signedBy(t, b.key, order(1, 100, 40)))
	assert.Contains(t, b.text(t), "days: 40")
	version, err := Recover(b.path, b.owner.Dir, time.Now())
	require.NoError(t, err)
	assert.Equal(t, uint64(1), version)
	assert.Equal(t, before, b.text(t))
	version, err = Recover(b.path, b.owner.Dir, time.Now())
	require.NoError(t, err)
	assert.Zero(t, version, "once")
	b.Obey(b.owner)
	assert.Equal(t, uint64(1), b.Report().Refused.Version)
}

func TestABoxWithoutOwnerTakesNothing(t *testing.T) {
	b := newTrialBox(t)
	b.Obey(Owner{Box: "box", Dir: b.owner.Dir})
	assert.Equal(t, Report{}, b.send(t, order(1, 100, 40)))
	assert.Zero(t, b.applied)
}

func TestBoxesAreReadFromWhatTheyRetain(t *testing.T) {
	about := func(box string) []byte {
		b, err := json.Marshal(About{Box: box, Problems: []string{"readers: none"}, Config: Report{Refused: &Refusal{3, "forged", time.Time{}}}})
		require.NoError(t, err)
		return b
	}
	got := Boxes(map[string][]byte{"lensd/b/status": []byte("online"), "lensd/b/about": about("b"), "lensd/a/status": []byte("offline"), "lensd/c/about": []byte("{"), "lensd/d/about": about("b")})
	require.Len(t, got, 4)
	assert.Equal(t, Box{ID: "a"}, got[0])
	assert.Equal(t, []string{"offline"}, got[0].Troubles())
	assert.Equal(t, []string{"readers: none", "configuration refused: forged"}, got[1].Troubles())
	assert.Nil(t, got[2].About)
	assert.Nil(t, got[3].About, "a box speaks for itself alone")
}

func FuzzOpen(f *testing.F) {
	priv, pub := keys(f)
	f.Add([]byte(`{"order":"e30=","signature":""}`), []byte(`{"version":1,"percent":100,"set":{"log":{"level":"debug"}}}`))
	f.Add([]byte(`{`), []byte(`{"version":18446744073709551615,"percent":-1,"set":{"box":{}}}`))
	f.Add([]byte(`{"order":null,"signature":null}`), []byte(`null`))
	f.Fuzz(func(t *testing.T, foreign, inner []byte) {
		if _, err := Open(pub, foreign); err == nil {
			t.Fatal("opened without the key")
		}
		b, err := json.Marshal(signed{inner, ed25519.Sign(priv, append([]byte(domain), inner...))})
		if err != nil {
			t.Fatal(err)
		}
		if o, err := Open(pub, b); err == nil && o.check() != nil {
			t.Fatalf("took %+v", o)
		}
	})
}
