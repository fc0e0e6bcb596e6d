package worker

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/trace"
)

// TestMain makes the test binary its own child, as lensd is.
func TestMain(m *testing.M) {
	if os.Getenv("WORKER_TEST_CHILD") == "" {
		os.Exit(m.Run())
	}
	switch os.Getenv("WORKER_TEST_CHILD") {
	case "broken":
		os.Exit(3)
	case "1":
	default:
		prepareForTest(os.Getenv("WORKER_TEST_CHILD"))
		return
	}
	child, err := OpenChild()
	if err != nil {
		os.Exit(1)
	}
	read := func(ctx context.Context, doc extract.Document) (extract.Result, error) { return act(ctx, child, doc) }
	if err := child.Serve(context.Background(), Trade{Reader: extract.ReaderFunc(read), Kinds: []extract.Kind{extract.WaterMeter}, Look: show, Parts: scripted{},
		Sandbox: os.Getenv("WORKER_TEST_SANDBOX")}); err != nil {
		os.Exit(1)
	}
}

// act does what the first input says, as a picture can make OpenCV do it.
func act(ctx context.Context, child *Child, doc extract.Document) (extract.Result, error) {
	switch what := string(doc.Inputs[0]); what {
	case "abort":
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	case "panic":
		panic("reader bug")
	case "hang":
		select {}
	case "pages and hang", "pages and abort":
		for n := range 2 {
			extract.Hand(ctx, extract.Page{Number: n + 1, Width: 100})
		}
		if strings.HasSuffix(what, "abort") {
			_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		}
		select {}
	case "until the end":
		extract.Hand(ctx, extract.Page{Number: 1})
		<-ctx.Done()
		return extract.Result{Pages: []extract.Page{{Number: 1}, {Number: 2, Err: extract.Errorf(extract.KindTimeout, "not reached")}}}, nil
	case "stages":
		trace.Stage(ctx, "a stage")()
		trace.From(ctx).Rows("rows", "", []string{"value"}, nil)
		return extract.Result{}, nil
	case "eat":
		debug.SetGCPercent(-1)
		var kept [][]byte
		for {
			b := make([]byte, 8<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			kept = append(kept, b)
			if len(kept) > 1000 {
				return extract.Result{}, nil
			}
		}
	case "prepare":
		return extract.Result{}, child.Prepare()
	case "secret":
		return extract.Result{Kind: extract.Kind(os.Getenv("LENSD_HTTP_SERVICE_KEYS") + os.Getenv("CREDENTIALS_DIRECTORY"))}, nil
	case "refuse":
		return extract.Result{}, &extract.Error{Kind: extract.KindNotFound, Page: 2, Message: "nothing here"}
	case "nice":
		raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // the system call's 20 - niceness
		return extract.Result{Pages: []extract.Page{{Number: 20 - raw}}}, err
	case "pid":
		return extract.Result{Kind: extract.Kind(fmt.Sprint(os.Getpid()))}, nil
	default:
		return extract.Result{Kind: doc.Kind, Pages: []extract.Page{{Number: len(what)}}}, nil
	}
}

// show does what the picture says, or shows its bytes.
func show(picture []byte, look Look) (View, error) {
	if string(picture) == "hang" {
		select {}
	}
	if string(picture) == "refuse" {
		return View{}, extract.Errorf(extract.KindUndecodable, "no picture")
	}
	return View{Width: len(picture), Height: look.MaxSide, Bytes: picture}, nil
}

func startPool(t *testing.T, cfg Config) *Pool {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	cfg.Command = []string{exe}
	if cfg.Env == nil {
		cfg.Env = []string{"WORKER_TEST_CHILD=1"}
	}
	p, err := New(cfg)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = p.Serve(ctx) }()
	t.Cleanup(func() { cancel(); <-ended; assert.Zero(t, p.Stats().Alive) })
	return p
}

func ask(p extract.Reader, input string) (extract.Result, error) {
	return p.Read(context.Background(), extract.Document{Kind: extract.WaterMeter, Inputs: [][]byte{[]byte(input)}})
}

func TestAFailingReadingCostsOneAnswer(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Timeout: 2 * time.Second, MaxRSS: 120 << 20})
	cases := []struct {
		input string
		want  extract.ErrorKind
	}{
		{"abort", extract.KindCrashed},
		{"panic", extract.KindInternal},
		{"hang", extract.KindTimeout},
		{"refuse", extract.KindNotFound},
	}
	for _, c := range cases {
		t.Run(c.input, func(t *testing.T) {
			_, err := ask(p, c.input)
			assert.Equal(t, c.want, extract.KindOf(err), err)
			res, err := ask(p, "hello")
			require.NoError(t, err, "the next good request is answered")
			assert.Equal(t, 5, res.Pages[0].Number)
		})
	}
}

func TestLooksAreAnsweredByTheChild(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Timeout: 2 * time.Second, Express: true})
	v, err := p.Look(context.Background(), []byte("pixels"), Look{MaxSide: 7})
	require.NoError(t, err)
	assert.Equal(t, View{Width: 6, Height: 7, Bytes: []byte("pixels")}, v)
	_, err = p.Look(context.Background(), []byte("refuse"), Look{})
	assert.Equal(t, extract.KindUndecodable, extract.KindOf(err))
	_, err = p.Look(context.Background(), []byte("hang"), Look{})
	assert.Equal(t, extract.KindTimeout, extract.KindOf(err))
	_, err = p.Look(context.Background(), []byte("again"), Look{})
	require.NoError(t, err)
	assert.Zero(t, p.Stats().Served, "looks are no readings")
}

// A child that the kernel ended while it was idle used to cost the next request a 500.
func TestAChildThatDiedWhileIdleCostsNoAnswer(t *testing.T) {
	p := startPool(t, Config{Workers: 1})
	for range 10 {
		res, err := ask(p, "pid")
		require.NoError(t, err)
		pid, err := strconv.Atoi(string(res.Kind))
		require.NoError(t, err)
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
		_, err = ask(p, "hello")
		require.NoError(t, err)
	}
	res, err := ask(p, "pid")
	require.NoError(t, err)
	pid, _ := strconv.Atoi(string(res.Kind))
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	require.Eventually(t, func() bool {
		next, err := ask(p, "pid")
		return err == nil && next.Kind != res.Kind
	}, time.Minute, time.Millisecond)
	require.Eventually(t, func() bool { return p.Stats().Alive == 1 }, time.Minute, time.Millisecond)
}

func TestAHungryReadingIsEnded(t *testing.T) {
	p := startPool(t, Config{Workers: 1, MaxRSS: 60 << 20})
	_, err := ask(p, "eat")
	assert.Equal(t, extract.KindTooLarge, extract.KindOf(err), err)
	_, err = ask(p, "hello")
	require.NoError(t, err)
}

func TestErrorsKeepTheirPage(t *testing.T) {
	p := startPool(t, Config{Workers: 1})
	_, err := ask(p, "refuse")
	var e *extract.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, 2, e.Page)
}

func TestChildrenAreRecycled(t *testing.T) {
	p := startPool(t, Config{Workers: 1, RecycleAfter: 3})
	pids := map[extract.Kind]int{}
	for range 9 {
		res, err := ask(p, "pid")
		require.NoError(t, err)
		pids[res.Kind]++
	}
	assert.Len(t, pids, 3)
	for _, n := range pids {
		assert.Equal(t, 3, n)
	}
}

// burst keeps a pool's only common child reading and fills its queue of two.
func burst(t *testing.T, p *Pool) *sync.WaitGroup {
	t.Helper()
	wg := &sync.WaitGroup{}
	wg.Go(func() { _, _ = ask(p, "hang") })
	require.Eventually(t, func() bool { return p.Stats().Busy == 1 }, time.Minute, time.Millisecond)
	for range 2 {
		wg.Go(func() { _, _ = ask(p, "hello") })
	}
	require.Eventually(t, func() bool { return p.Stats().Queued == 2 }, time.Minute, time.Millisecond)
	return wg
}

func TestAFullQueueRefusesAtOnceAndUrgentWorkPasses(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Queue: 2, Timeout: time.Second})
	_, err := ask(p, "hello")
	require.NoError(t, err)
	defer burst(t, p).Wait()
	_, err = ask(p, "hello")
	assert.Equal(t, extract.KindBusy, extract.KindOf(err))
	_, err = ask(p.Urgent(), "hello")
	assert.NoError(t, err)
}

func TestTheExpressChildReadsWhatIsUrgentBesideABurst(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Queue: 2, Timeout: 2 * time.Second, Express: true})
	require.Eventually(t, func() bool { return p.Stats().Alive == 2 }, time.Minute, time.Millisecond)
	defer burst(t, p).Wait()
	_, err := ask(p.Urgent(), "hello")
	require.NoError(t, err)
	assert.Equal(t, 1, p.Stats().Busy, "the reading under way was not waited for")
	assert.Equal(t, 2, p.Stats().Queued, "the express child leaves what is not urgent to the others")
}

func TestTheOthersYieldToTheExpressChild(t *testing.T) {
	own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	require.NoError(t, err)
	p := startPool(t, Config{Workers: 1, Express: true})
	require.Eventually(t, func() bool { return p.Stats().Alive == 2 }, time.Minute, time.Millisecond)
	urgent, err := ask(p.Urgent(), "nice")
	require.NoError(t, err)
	normal, err := ask(p, "nice")
	require.NoError(t, err)
	assert.Equal(t, 20-own, urgent.Pages[0].Number)
	assert.Equal(t, min(19, 20-own+niceness), normal.Pages[0].Number)
}

func TestUrgentWorkGoesToTheOthersWhileTheExpressChildIsBusy(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Timeout: 2 * time.Second, Express: true})
	require.Eventually(t, func() bool { return p.Stats().Alive == 2 }, time.Minute, time.Millisecond)
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { _, _ = ask(p.Urgent(), "hang") })
	require.Eventually(t, func() bool { return p.Stats().Busy == 1 }, time.Minute, time.Millisecond)
	_, err := ask(p.Urgent(), "hello")
	require.NoError(t, err)
	assert.Equal(t, 1, p.Stats().Busy)
}

func TestABrokenInstallationDoesNotSpin(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Env: []string{"WORKER_TEST_CHILD=broken"}})
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err := p.Read(ctx, extract.Document{})
	assert.Equal(t, extract.KindUnavailable, extract.KindOf(err))
	assert.Nil(t, p.Kinds())
}

// A request that waits all its time for a child is worth another try; one that is being read is not.
func TestALateRequestSaysWhetherItWasBegun(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Timeout: 8 * time.Second})
	read := func(limit time.Duration) error {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, err := p.Read(ctx, extract.Document{Inputs: [][]byte{[]byte("hang")}})
		return err
	}
	require.Eventually(t, func() bool { return p.Stats().Alive == 1 }, time.Minute, time.Millisecond)
	first := make(chan error, 1)
	go func() { first <- read(5 * time.Second) }()
	require.Eventually(t, func() bool { return p.Stats().Busy == 1 }, time.Minute, time.Millisecond)
	assert.Equal(t, extract.KindBusy, extract.KindOf(read(10*time.Millisecond)))
	assert.Equal(t, extract.KindTimeout, extract.KindOf(<-first))
}
