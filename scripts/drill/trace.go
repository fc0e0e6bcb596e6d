package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// systemCall is a finished system call of the box. begin and end are its places in the trace.
type systemCall struct {
	name       string
	args       string
	result     int64
	begin, end int
}

// traced lets strace (Debian package strace) write down every change that cmd makes to files.
func traced(cmd *exec.Cmd, to string) (*exec.Cmd, error) {
	path, err := exec.LookPath("strace")
	if err != nil {
		return nil, fmt.Errorf("the power drill needs Debian's package strace: %w", err)
	}
	args := []string{"-f", "-qq", "-y", "-xx", "-s", "4194304", "-e", "signal=none", "-o", to, "-e",
		"trace=openat,pwrite64,write,fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,unlink,unlinkat"}
	out := exec.Command(path, append(append(args, cmd.Path), cmd.Args[1:]...)...)
	out.Env, out.Stderr = cmd.Env, os.Stderr
	return out, nil
}

// calls reads a trace and returns its successful calls in the order of their ends.
func calls(r io.Reader) ([]systemCall, error) {
	whole := regexp.MustCompile(`^(\d+) +(\w+)\((.*)\) += (-?\d+)`)
	opened := regexp.MustCompile(`^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$`)
	closed := regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>(.*)\) += (-?\d+)`)
	under := map[string]systemCall{}
	var out []systemCall
	in := bufio.NewReaderSize(r, 1<<20)
	for n := 0; ; n++ {
		line, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		line = strings.TrimRight(line, "\n")
		var c systemCall
		var result string
		if m := opened.FindStringSubmatch(line); m != nil {
			under[m[1]] = systemCall{name: m[2], args: m[3], begin: n}
			continue
		} else if m := closed.FindStringSubmatch(line); m != nil {
			c, result = under[m[1]], m[3]
			c.args += m[2]
		} else if m := whole.FindStringSubmatch(line); m != nil {
			c, result = systemCall{name: m[2], args: m[3], begin: n}, m[4]
		} else {
			continue
		}
		c.end = n
		if c.result, err = strconv.ParseInt(result, 10, 64); err == nil && c.result >= 0 && c.name != "" {
			out = append(out, c)
		}
	}
}

// plainBytes undoes strace's \xNN.
func plainBytes(s string) []byte {
	out := make([]byte, 0, len(s)/4)
	for i := 0; i+4 <= len(s); i += 4 {
		b, err := strconv.ParseUint(s[i+2:i+4], 16, 8)
		if err != nil {
			break
		}
		out = append(out, byte(b))
	}
	return out
}

// onFile is the file behind a call's first argument, "5<\x2f...>".
func (c systemCall) onFile() string {
	_, rest, _ := strings.Cut(c.args, "<")
	name, _, _ := strings.Cut(rest, ">")
	return string(plainBytes(name))
}

// quoted returns the call's quoted arguments, decoded.
func (c systemCall) quoted() (out [][]byte) {
	for i, part := range strings.Split(c.args, `"`) {
		if i%2 == 1 {
			out = append(out, plainBytes(part))
		}
	}
	return out
}

// numbers returns the plain numbers at the call's end: of pwrite64(5<..>, "..", 4096, 8192) 4096 and 8192.
func (c systemCall) numbers() (out []int64) {
	tail := c.args[strings.LastIndexAny(c.args, `">`)+1:]
	for _, f := range strings.Split(tail, ",") {
		if n, err := strconv.ParseInt(strings.TrimSpace(f), 10, 64); err == nil {
			out = append(out, n)
		}
	}
	return out
}
