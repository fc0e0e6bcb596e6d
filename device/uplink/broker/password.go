package broker

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// password lets in whoever knows the one user's password, with all rights; anyone when there is no user. The library's own
// ledger is not used: it takes "*" in a password for a wild card and an empty one for any, and compares byte by byte.
type password struct {
	mochi.HookBase
	open           bool
	user, password [sha256.Size]byte
}

func newPassword(user, secret string) *password {
	return &password{open: user == "", user: sha256.Sum256([]byte(user)), password: sha256.Sum256([]byte(secret))}
}

// ID names the hook in the library's log.
func (p *password) ID() string { return "lensd-password" }

// Provides tells the library which of its questions this hook answers.
func (p *password) Provides(b byte) bool {
	return bytes.Contains([]byte{mochi.OnConnectAuthenticate, mochi.OnACLCheck}, []byte{b})
}

// OnConnectAuthenticate compares in constant time, hashes of equal length.
func (p *password) OnConnectAuthenticate(_ *mochi.Client, pk packets.Packet) bool {
	user, secret := sha256.Sum256(pk.Connect.Username), sha256.Sum256(pk.Connect.Password)
	same := subtle.ConstantTimeCompare(user[:], p.user[:]) & subtle.ConstantTimeCompare(secret[:], p.password[:])
	return p.open || same == 1
}

// OnACLCheck allows everything to those who are in.
func (p *password) OnACLCheck(*mochi.Client, string, bool) bool { return true }
