package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const sector = 512 // what a disk writes whole or not at all

// change is one unsynced change of a file: data at an offset, or a new size.
type change struct {
	at   int64
	data []byte
	size int64 // for data nil
	seq  int
}

// inode is a file: what surely is on the disk, and what may be.
type inode struct {
	durable []byte
	pending []change
}

// disk follows what a process did to one directory, as the least that POSIX promises: data is safe after fsync of the
// file, a name after fsync of the directory, and until then each change may or may not have come to the disk, a write in
// part, in any order; names change in order. After T. S. Pillai et al., All file systems are not created equal (OSDI
// 2014), section 3.
type disk struct {
	dir      string
	names    map[string]*inode // as the process sees them
	durable  map[string]*inode
	unsynced []map[string]*inode // the states of the directory since its last fsync
	promised []uint64            // ids that the ledger holds
	lying    bool                // fsync does nothing, as on the cheapest cards
}

func newDisk(dir string) *disk {
	return &disk{dir: dir, names: map[string]*inode{}, durable: map[string]*inode{}}
}

// name is a path's name inside of the directory, "" for files elsewhere.
func (d *disk) name(path string) string {
	rest, ok := strings.CutPrefix(path, d.dir+"/")
	if !ok || strings.Contains(rest, "/") {
		return ""
	}
	return rest
}

// do follows one call.
func (d *disk) do(c systemCall) error {
	switch c.name {
	case "openat":
		d.open(c)
	case "pwrite64", "write":
		return d.write(c)
	case "ftruncate", "fallocate":
		d.resize(c)
	case "fsync", "fdatasync":
		d.sync(c)
	case "rename", "renameat", "renameat2":
		d.rename(c)
	case "unlink", "unlinkat":
		if q := c.quoted(); len(q) == 1 {
			delete(d.names, d.name(string(q[0])))
			d.renamed()
		}
	}
	return nil
}

func (d *disk) renamed() { d.unsynced = append(d.unsynced, maps.Clone(d.names)) }

func (d *disk) open(c systemCall) {
	q := c.quoted()
	if len(q) == 0 || !strings.Contains(c.args, "O_CREAT") && !strings.Contains(c.args, "O_TRUNC") {
		return
	}
	name := d.name(string(q[0]))
	if name == "" {
		return
	}
	if d.names[name] == nil {
		d.names[name] = &inode{}
		d.renamed()
	}
	if strings.Contains(c.args, "O_TRUNC") {
		d.names[name].pending = append(d.names[name].pending, change{seq: c.end})
	}
}

func (d *disk) write(c systemCall) error {
	f := d.names[d.name(c.onFile())]
	q := c.quoted()
	if f == nil || len(q) == 0 {
		return nil
	}
	if int64(len(q[0])) < c.result {
		return fmt.Errorf("the trace holds %d bytes of a write of %d", len(q[0]), c.result)
	}
	data := q[0][:c.result]
	if d.name(c.onFile()) == ledgerName {
		return d.promise(data)
	}
	n := c.numbers()
	if c.name == "write" || len(n) < 2 {
		return fmt.Errorf("a plain write to %s: the drill follows only writes that tell their place", c.onFile())
	}
	f.pending = append(f.pending, change{at: n[1], data: data, seq: c.end})
	return nil
}

func (d *disk) promise(data []byte) error {
	for _, line := range bytes.Fields(data) {
		id, err := strconv.ParseUint(string(line), 10, 64)
		if err != nil {
			return err
		}
		d.promised = append(d.promised, id)
	}
	return nil
}

func (d *disk) resize(c systemCall) {
	f, n := d.names[d.name(c.onFile())], c.numbers()
	if f == nil || len(n) == 0 {
		return
	}
	size := n[0]
	if c.name == "fallocate" && len(n) == 3 {
		size = n[1] + n[2]
	}
	f.pending = append(f.pending, change{size: size, seq: c.end})
}

// sync makes durable what ended before the call began.
func (d *disk) sync(c systemCall) {
	if d.lying {
		return
	}
	if path := c.onFile(); path == d.dir {
		d.durable, d.unsynced = maps.Clone(d.names), nil
		return
	}
	f := d.names[d.name(c.onFile())]
	if f == nil {
		return
	}
	f.pending = slices.DeleteFunc(f.pending, func(ch change) bool {
		if ch.seq > c.begin {
			return false
		}
		f.durable = ch.apply(f.durable)
		return true
	})
}

func (d *disk) rename(c systemCall) {
	q := c.quoted()
	if len(q) != 2 {
		return
	}
	from, to := d.name(string(q[0])), d.name(string(q[1]))
	if f := d.names[from]; f != nil && to != "" {
		delete(d.names, from)
		d.names[to] = f
		d.renamed()
	}
}

// apply returns the file's bytes after the change.
func (ch change) apply(b []byte) []byte {
	end := ch.size
	if ch.data != nil {
		end = max(int64(len(b)), ch.at+int64(len(ch.data)))
	}
	if end > int64(len(b)) {
		b = append(b, make([]byte, end-int64(len(b)))...)
	}
	b = b[:end]
	copy(b[min(ch.at, end):], ch.data)
	return b
}

// crash writes to a directory what a power cut at this moment may leave.
func (d *disk) crash(to string, rnd *rand.Rand) error {
	names := d.durable
	if n := rnd.IntN(len(d.unsynced) + 1); n > 0 {
		names = d.unsynced[n-1]
	}
	for name, f := range names {
		content := slices.Clone(f.durable)
		for _, ch := range f.pending {
			switch fate := rnd.IntN(8); {
			case fate < 4:
				content = ch.apply(content)
			case fate == 4 && len(ch.data) > sector: // torn: some of its sectors
				ch.data = ch.data[:sector*(1+rnd.IntN(len(ch.data)/sector))]
				content = ch.apply(content)
			}
		}
		if err := os.WriteFile(filepath.Join(to, name), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
