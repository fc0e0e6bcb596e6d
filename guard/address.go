// Package guard stands before every port that strangers reach. It counts connections by address and in all, parts with the
// strangers among them first when there are too many, and makes those wait who guess at passwords and keys.
package guard

import (
	"net"
	"net/netip"
)

// Address returns whom a connection from remote ("host:port") counts for: an IPv4 address, or the /64 that one IPv6
// household shares.
func Address(remote string) netip.Addr {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.IPv6Unspecified()
	}
	a = a.Unmap().WithZone("")
	if a.Is6() && !a.IsLoopback() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}
