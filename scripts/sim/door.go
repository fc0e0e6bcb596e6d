package main

import (
	"io"
	"net"
	"sync"
)

// door is the network between some boxes and the broker. Closed, it refuses connections and has cut those that there were.
type door struct {
	address, target string

	mu       sync.Mutex
	listener net.Listener // nil: closed
	conns    map[net.Conn]bool
}

func newDoor(target string) (*door, error) {
	d := &door{address: "127.0.0.1:0", target: target, conns: map[net.Conn]bool{}}
	if err := d.open(); err != nil {
		return nil, err
	}
	d.address = d.listener.Addr().String()
	return d, nil
}

func (d *door) open() error {
	l, err := net.Listen("tcp", d.address)
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.listener = l
	d.mu.Unlock()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go d.pass(c)
		}
	}()
	return nil
}

func (d *door) pass(box net.Conn) {
	defer box.Close()
	broker, err := net.Dial("tcp", d.target)
	if err != nil {
		return
	}
	defer broker.Close()
	d.mu.Lock()
	open := d.listener != nil
	if open {
		d.conns[box], d.conns[broker] = true, true
	}
	d.mu.Unlock()
	if !open {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { _, _ = io.Copy(broker, box); _ = broker.Close() })
	both.Go(func() { _, _ = io.Copy(box, broker); _ = box.Close() })
	both.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.conns, box)
	delete(d.conns, broker)
}

func (d *door) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.listener != nil {
		_ = d.listener.Close()
		d.listener = nil
	}
	for c := range d.conns {
		_ = c.Close()
	}
}
