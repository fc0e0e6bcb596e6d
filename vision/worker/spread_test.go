package worker

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// scripted is the test child's reader of parts. Its document says how: "pages=3 together=2 die=2 refuse=1 lie meet=FIFO".
type scripted struct{ extract.Reader }

type script struct {
	pages, together, die, refuse, hang int
	lie                                bool
	meet, wait                         string
}

func parse(doc extract.Document) script {
	s := script{together: 1}
	for _, word := range strings.Fields(string(doc.Inputs[0])) {
		_, _ = fmt.Sscanf(word, "pages=%d", &s.pages)
		_, _ = fmt.Sscanf(word, "together=%d", &s.together)
		_, _ = fmt.Sscanf(word, "die=%d", &s.die)
		_, _ = fmt.Sscanf(word, "refuse=%d", &s.refuse)
		_, _ = fmt.Sscanf(word, "hang=%d", &s.hang)
		_, _ = fmt.Sscanf(word, "meet=%s", &s.meet)
		_, _ = fmt.Sscanf(word, "wait=%s", &s.wait)
		s.lie = s.lie || word == "lie"
	}
	return s
}

// ReadPart implements extract.PartReader. Pages 2 and 3 of a document with meet wait for each other, which two processes can only;
// with wait, page 2 waits until somebody has opened the named pipe and closed it.
func (scripted) ReadPart(_ context.Context, doc extract.Document, from int, alone bool) (extract.Part, error) {
	s := parse(doc)
	switch {
	case from == s.die:
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case from == s.hang:
		select {}
	case from == s.refuse:
		return extract.Part{}, extract.Errorf(extract.KindPassword, "locked")
	case s.lie:
		return extract.Part{From: from, To: from, Total: 1 << 40}, nil
	case s.wait != "" && from == 2:
		if _, err := os.ReadFile(s.wait); err != nil {
			return extract.Part{}, err
		}
	case s.meet != "" && (from == 2 || from == 3):
		f, err := os.OpenFile(s.meet, map[int]int{2: os.O_WRONLY, 3: os.O_RDONLY}[from], 0)
		if err != nil {
			return extract.Part{}, err
		}
		defer f.Close()
	}
	to := from
	if !alone {
		to = from + s.together - 1
	}
	return extract.Part{From: from, To: to, Total: s.pages, Found: fmt.Append(nil, from, "-", to)}, nil
}

// Join implements extract.PartReader.
func (scripted) Join(_ context.Context, doc extract.Document, parts []extract.Part) (extract.Result, error) {
	res := extract.Result{Kind: doc.Kind}
	for _, p := range parts {
		words := string(p.Found)
		if p.Err != nil {
			words = string(p.Err.Kind)
		}
		res.Pages = append(res.Pages, extract.Page{Number: p.From, Items: []extract.Item{{Fields: []extract.Field{{Value: words}}}}})
	}
	return res, nil
}

func TestPagesAreReadByWhicheverChildIsFree(t *testing.T) {
	cases := []struct {
		input string
		want  []string // what each part found, or the kind of its error
		err   extract.ErrorKind
	}{
		{"pages=1", []string{"1-1"}, ""},
		{"pages=3", []string{"1-1", "2-2", "3-3"}, ""},
		{"pages=5 together=3", []string{"1-3", "4-4", "5-5"}, ""},
		{"pages=5 together=5", []string{"1-5"}, ""},
		{"pages=3 together=0", []string{"1-1", "2-2", "3-3"}, ""},
		{"pages=4 die=3", []string{"1-1", "2-2", "crashed", "4-4"}, ""},
		{"pages=3 die=1", []string{"crashed", "2-2", "3-3"}, ""},
		{"pages=3 hang=2", []string{"1-1", "timeout", "3-3"}, ""},
		{"pages=1 die=1", nil, extract.KindCrashed},
		{"pages=3 refuse=1", nil, extract.KindPassword},
		{"pages=3 refuse=3", []string{"1-1", "2-2", "password"}, ""},
		{"pages=3 lie", nil, extract.KindInternal},
	}
	p := startPool(t, Config{Workers: 2, Parts: []extract.Kind{extract.BankStatement}})
	hasty := startPool(t, Config{Workers: 2, Timeout: 8 * time.Second, Parts: []extract.Kind{extract.BankStatement}}) // slow machines answer in less
	for _, c := range cases {
		t.Run(c.input, func(t *testing.T) {
			p := p
			if strings.Contains(c.input, "hang") {
				p = hasty
			}
			res, err := p.Read(context.Background(), extract.Document{Kind: extract.BankStatement, Inputs: [][]byte{[]byte(c.input)}})
			require.Equal(t, c.err, extract.KindOf(err), err)
			var got []string
			for _, page := range res.Pages {
				got = append(got, page.Items[0].Fields[0].Value)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// The pages meet in a named pipe, whose two ends open only together.
func TestPagesOfOneDocumentAreReadAtTheSameTime(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "meet")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	p := startPool(t, Config{Workers: 2, Parts: []extract.Kind{extract.BankStatement}})
	res, err := p.Read(context.Background(), extract.Document{Kind: extract.BankStatement, Inputs: [][]byte{[]byte("pages=3 meet=" + fifo)}})
	require.NoError(t, err)
	require.Len(t, res.Pages, 3)
	assert.Equal(t, "2-2", res.Pages[1].Items[0].Fields[0].Value)
	assert.EqualValues(t, 1, p.Stats().Served, "a document counts once")
}

func TestPartsAreSoughtNoLongerThanTheRequestLasts(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Timeout: 500 * time.Millisecond, Parts: []extract.Kind{extract.BankStatement}})
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := p.Read(ctx, extract.Document{Kind: extract.BankStatement, Inputs: [][]byte{[]byte("pages=3 hang=1")}})
	assert.Error(t, err)
}

// endless is a context whose time is over when the test says so.
type endless struct {
	context.Context
	over chan struct{}
}

func (e endless) Done() <-chan struct{} { return e.over }

func (e endless) Err() error {
	select {
	case <-e.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// The only child is at page 2 when the request's time is over: page 1 was read, and page 3 cannot be any more.
func TestWhatWasReadInTimeIsAnswered(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "wait")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	p := startPool(t, Config{Workers: 1, Parts: []extract.Kind{extract.BankStatement}})
	ctx := endless{context.Background(), make(chan struct{})}
	opened := make(chan error, 1)
	go func() {
		begun, err := os.OpenFile(fifo, os.O_WRONLY, 0) // waits until page 2 is being read
		close(ctx.over)
		if err == nil {
			err = begun.Close()
		}
		opened <- err
	}()
	res, err := p.Read(ctx, extract.Document{Kind: extract.BankStatement, Inputs: [][]byte{[]byte("pages=3 wait=" + fifo)}})
	require.NoError(t, <-opened)
	require.NoError(t, err)
	require.Len(t, res.Pages, 3)
	value := func(i int) string { return res.Pages[i].Items[0].Fields[0].Value }
	assert.Equal(t, "1-1", value(0))
	assert.Contains(t, []string{"2-2", "timeout"}, value(1), "its child may be done before anybody looks at the time")
	assert.Equal(t, "timeout", value(2))
}

func TestAReaderIsAskedToEndInTime(t *testing.T) {
	waits := Trade{Reader: extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		if ctx.Done() == nil {
			return extract.Result{Kind: doc.Kind}, nil
		}
		<-ctx.Done()
		return extract.Result{}, extract.Errorf(extract.KindTimeout, "late: %w", context.Cause(ctx))
	})}
	c := &Child{}
	res := c.within(context.Background(), waits, request{Limit: time.Millisecond})
	require.NotNil(t, res.Err)
	assert.ErrorIs(t, res.Err, context.DeadlineExceeded)
	assert.Nil(t, c.within(context.Background(), waits, request{}).Err, "no limit, no end")
}

// A document of which some parts were read is read anew by the pool that takes the ended one's place: the error has to say so.
func TestAPartSaysThatThePoolHasEnded(t *testing.T) {
	p, err := New(Config{Command: []string{"none"}, Workers: 1})
	require.NoError(t, err)
	close(p.done)
	o := p.insist(context.Background(), &job{ctx: context.Background()})
	require.NotNil(t, o)
	assert.ErrorIs(t, o.err, ErrEnded)
}
