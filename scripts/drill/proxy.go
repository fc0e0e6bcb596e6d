package main

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
)

// proxy stands between the box and the broker and cuts connections at the worst moments: before an acknowledgement
// reaches the box (the broker has the message, the box does not know), after it (the box may not have noted it), and in
// the middle of a message on its way to the broker.
type proxy struct {
	listener net.Listener
	target   string
	share    float64 // of acknowledgements around which a cut happens
	cuts     atomic.Int64
	mu       sync.Mutex
	rnd      *rand.Rand
	open     map[net.Conn]bool
	closed   bool
}

// MQTT 3.1.1 packet types in the upper half of the first byte (section 2.2.1).
const (
	packetPublish = 3
	packetPuback  = 4
)

func newProxy(target string, share float64, seed uint64) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l, target: target, share: share, rnd: rand.New(rand.NewPCG(seed, 2)), open: map[net.Conn]bool{}}
	go p.accept()
	return p, nil
}

func (p *proxy) url() string { return "tcp://" + p.listener.Addr().String() }

func (p *proxy) close() {
	_ = p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for c := range p.open {
		_ = c.Close()
	}
}

func (p *proxy) accept() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.serve(c)
	}
}

func (p *proxy) serve(box net.Conn) {
	defer func() { _ = box.Close() }()
	broker, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer func() { _ = broker.Close() }()
	if !p.track(box, true) {
		return
	}
	defer p.track(box, false)
	done := make(chan struct{}, 2)
	pass := func(dst, src net.Conn, judge func([]byte) cut) {
		p.pass(dst, src, judge)
		// Either end takes the other down, and with it the second goroutine.
		_ = box.Close()
		_ = broker.Close()
		done <- struct{}{}
	}
	go pass(broker, box, p.toBroker)
	go pass(box, broker, p.toBox)
	<-done
	<-done
}

func (p *proxy) track(c net.Conn, on bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if on {
		p.open[c] = true
	} else {
		delete(p.open, c)
	}
	return !p.closed
}

// cut says where a connection ends around a packet.
type cut int

const (
	noCut cut = iota
	cutBefore
	cutAfter
	cutInside
)

func (p *proxy) chance(share float64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rnd.Float64() < share
}

func (p *proxy) toBox(packet []byte) cut {
	switch {
	case packet[0]>>4 != packetPuback:
		return noCut
	case p.chance(p.share / 2):
		return cutBefore
	case p.chance(p.share / 2):
		return cutAfter
	}
	return noCut
}

func (p *proxy) toBroker(packet []byte) cut {
	if packet[0]>>4 == packetPublish && p.chance(p.share/4) {
		return cutInside
	}
	return noCut
}

// pass copies whole packets until an end closes or a cut is due.
func (p *proxy) pass(dst io.Writer, src io.Reader, judge func([]byte) cut) {
	r := bufio.NewReader(src)
	for {
		packet, err := readPacket(r)
		if err != nil {
			return
		}
		where := judge(packet)
		switch where {
		case cutBefore:
			packet = nil
		case cutInside:
			packet = packet[:len(packet)/2]
		}
		if _, err := dst.Write(packet); err != nil {
			return
		}
		if where != noCut {
			p.cuts.Add(1)
			return
		}
	}
}

var errPacket = errors.New("malformed MQTT packet")

// readPacket reads one control packet with its fixed header (MQTT 3.1.1, section 2.2.3).
func readPacket(r *bufio.Reader) ([]byte, error) {
	first, err := r.ReadByte()
	if err != nil {
		return nil, err
	}
	packet := []byte{first}
	length := 0
	for shift := 0; ; shift += 7 {
		b, err := r.ReadByte()
		if err != nil {
			return nil, err
		}
		packet = append(packet, b)
		length |= int(b&0x7f) << shift
		if b&0x80 == 0 {
			break
		}
		if shift == 21 {
			return nil, errPacket
		}
	}
	header := len(packet)
	packet = append(packet, make([]byte, length)...)
	_, err = io.ReadFull(r, packet[header:])
	return packet, err
}
