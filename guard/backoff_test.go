package guard

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// guesser sends a new wrong secret each time.
func guesser(b *Backoff, a netip.Addr) func() int {
	n := 0
	return func() int {
		n++
		count, _ := b.Fail(a, fmt.Append(nil, "guess", n))
		return count
	}
}

func TestBackOff(t *testing.T) {
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := NewBackoff(func() time.Time { return clock })
	a, other := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	guess := guesser(b, a)
	for range freeFailures {
		assert.Zero(t, b.Wait(a))
		guess()
	}
	assert.Zero(t, b.Wait(a), "the first failures are free")
	for _, want := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300} {
		guess()
		assert.Equal(t, want*time.Second, b.Wait(a))
		clock = clock.Add(want * time.Second)
		assert.Zero(t, b.Wait(a))
	}
	assert.Zero(t, b.Wait(other), "another address does not wait")
	b.Succeed(a)
	guess()
	assert.Zero(t, b.Wait(a), "a right secret clears the address")
}

func TestAStaleSecretThatPollsLocksNobodyOut(t *testing.T) {
	clock := time.Unix(1e9, 0)
	b := NewBackoff(func() time.Time { return clock })
	a := netip.MustParseAddr("192.0.2.1")
	for i := range 1000 {
		n, fresh := b.Fail(a, []byte("last year's key"))
		assert.Equal(t, 1, n)
		assert.Equal(t, i == 0, fresh)
		assert.Zero(t, b.Wait(a))
	}
}

func TestOldFailuresAreForgotten(t *testing.T) {
	clock := time.Unix(1e9, 0)
	b := NewBackoff(func() time.Time { return clock })
	a := netip.MustParseAddr("192.0.2.1")
	guess := guesser(b, a)
	for range 9 {
		guess()
	}
	clock = clock.Add(forgetAfter + time.Second)
	assert.Equal(t, 1, guess())
}

func TestAFloodOfAddressesIsBounded(t *testing.T) {
	clock := time.Unix(1e9, 0)
	b := NewBackoff(func() time.Time { return clock })
	for i := range 2 * mostAddresses {
		clock = clock.Add(time.Millisecond)
		b.Fail(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), []byte("x"))
	}
	assert.LessOrEqual(t, len(b.by), mostAddresses)
}

func TestAddresses(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:4711": "192.0.2.7", "[::ffff:192.0.2.7]:1": "192.0.2.7", "[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::",
		"[fe80::1%eth0]:1": "fe80::", "[::1]:1": "::1", "@": "::", "": "::",
	} {
		assert.Equal(t, want, Address(remote).String(), remote)
	}
}
