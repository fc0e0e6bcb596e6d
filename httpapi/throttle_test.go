package httpapi

import (
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestBackOff(t *testing.T) {
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	th := newThrottle(func() time.Time { return clock })
	a, b := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	for range freeFailures {
		assert.Zero(t, th.wait(a))
		th.fail(a)
	}
	assert.Zero(t, th.wait(a), "the first failures are free")
	for _, want := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300} {
		th.fail(a)
		assert.Equal(t, want*time.Second, th.wait(a))
		clock = clock.Add(want * time.Second)
		assert.Zero(t, th.wait(a))
	}
	assert.Zero(t, th.wait(b), "another address does not wait")
	th.succeed(a)
	th.fail(a)
	assert.Zero(t, th.wait(a), "a right key clears the address")
}

func TestOldFailuresAreForgotten(t *testing.T) {
	clock := time.Unix(1e9, 0)
	th := newThrottle(func() time.Time { return clock })
	a := netip.MustParseAddr("192.0.2.1")
	for range 9 {
		th.fail(a)
	}
	clock = clock.Add(forgetAfter + time.Second)
	assert.Equal(t, 1, th.fail(a))
}

func TestAFloodOfAddressesIsBounded(t *testing.T) {
	clock := time.Unix(1e9, 0)
	th := newThrottle(func() time.Time { return clock })
	for i := range 3 * mostAddresses {
		clock = clock.Add(time.Millisecond)
		th.fail(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}))
	}
	assert.LessOrEqual(t, len(th.by), mostAddresses)
}

func TestAddresses(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:4711": "192.0.2.7", "[::ffff:192.0.2.7]:1": "192.0.2.7", "[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::",
		"[fe80::1%eth0]:1": "fe80::", "@": "::", "": "::",
	} {
		assert.Equal(t, want, addressOf(remote).String(), remote)
	}
}
