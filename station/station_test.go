package station

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/meter/gate"
	"lensd/httpapi/envelope"
	"lensd/store"
	"lensd/vision/geom"
)

// rig is a station on a real store, with a camera and a reader that do what the test says.
type rig struct {
	t     *testing.T
	store *store.Store
	cfg   Config
	*Station
	live  *liveLog
	clock *handClock

	mu    sync.Mutex
	value string
	fail  []error   // answers of the reader before it reads
	shots []byte    // the camera's picture; nil: it has none
	shot  time.Time // when it came; zero: as it is asked for
	reads int
}

type liveLog struct {
	mu                   sync.Mutex
	state, image, health []string
}

func (l *liveLog) add(to *[]string, b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*to = append(*to, string(b))
}

func (l *liveLog) SetState(_ string, b []byte)  { l.add(&l.state, b) }
func (l *liveLog) SetImage(_ string, b []byte)  { l.add(&l.image, b) }
func (l *liveLog) SetHealth(_ string, b []byte) { l.add(&l.health, b) }

func (l *liveLog) lastHealth(t *testing.T) (h Health) {
	l.mu.Lock()
	defer l.mu.Unlock()
	require.NotEmpty(t, l.health)
	require.NoError(t, json.Unmarshal([]byte(l.health[len(l.health)-1]), &h))
	return h
}

type handClock struct {
	at     time.Time
	synced bool
}

func (c *handClock) Now() (time.Time, bool) { return c.at, c.synced }

func (r *rig) Next(context.Context, uint64) (Frame, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shots == nil {
		return Frame{}, errors.New("the camera is stale: no picture for 12s")
	}
	return Frame{JPEG: r.shots, At: r.shot, Seq: 1}, nil
}

func (r *rig) read(context.Context, extract.Document) (extract.Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reads++
	if len(r.fail) > 0 {
		err := r.fail[0]
		r.fail = r.fail[1:]
		if err != nil {
			return extract.Result{}, err
		}
	}
	m := &extract.Meter{Value: r.value, Confidence: 0.9, Digits: []geom.Quad{{{X: 1, Y: 1}, {X: 9, Y: 1}, {X: 9, Y: 9}, {X: 1, Y: 9}}}}
	page := extract.Page{Number: 1, Width: 100, Height: 50, Items: []extract.Item{{Meter: m}}}
	return extract.Result{Kind: extract.WaterMeter, Pages: []extract.Page{page}}, nil
}

func newRig(t *testing.T, change func(*Config)) *rig {
	t.Helper()
	r := &rig{t: t, value: "00100.000", shots: []byte("jpeg"), clock: &handClock{time.UnixMilli(1_700_000_000_000), true}}
	var err error
	r.store, err = store.Open(store.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, r.store.Check(context.Background()))
		assert.NoError(t, r.store.Close())
	})
	r.cfg = Config{
		Name: "cellar", Kind: extract.WaterMeter, Camera: r, Reader: extract.ReaderFunc(r.read), Store: r.store,
		Element: func(k extract.Kind, p extract.Page, it extract.Item) any {
			return envelope.Data(k, extract.Options{}, p, it)
		},
		Topic: "lensd/box/cellar/reading", Clock: r.clock, Trouble: r.store.Trouble, ShotTimeout: time.Second,
		Draw:  func(_ context.Context, b []byte, _ extract.Result) ([]byte, error) { return b, nil },
		Small: func(context.Context, []byte) ([]byte, error) { return []byte("small"), nil },
	}
	if change != nil {
		change(&r.cfg)
	}
	r.restart()
	return r
}

// restart makes a new station on the same store, as a new life of the daemon does.
func (r *rig) restart() {
	r.t.Helper()
	r.live = &liveLog{}
	r.cfg.Live = r.live
	r.cfg.Judge = NewMeterJudge(gate.Config{MaxRatePerHour: 5, Decimals: 3, LeakAfter: time.Hour})
	var err error
	r.Station, err = New(r.cfg)
	require.NoError(r.t, err)
}

func (r *rig) take(value string) extract.Reading {
	r.t.Helper()
	r.mu.Lock()
	r.value = value
	r.mu.Unlock()
	got, err := r.Read(context.Background(), "http")
	require.NoError(r.t, err)
	return got
}

// published drains the outbox.
func (r *rig) published() (out []extract.Reading) {
	r.t.Helper()
	for {
		seq, topic, payload, ok, err := r.store.Next(0)
		require.NoError(r.t, err)
		if !ok {
			return out
		}
		assert.Equal(r.t, r.cfg.Topic, topic)
		var got extract.Reading
		require.NoError(r.t, json.Unmarshal(payload, &got))
		out = append(out, got)
		require.NoError(r.t, r.store.Delivered(seq))
	}
}

func TestAReadingIsStoredPublishedAndShown(t *testing.T) {
	r := newRig(t, nil)
	got := r.take("00100.000")
	assert.True(t, got.Accepted)
	assert.Equal(t, uint64(1), got.ID)
	assert.Equal(t, "synced", got.Clock)
	assert.Equal(t, time.UnixMilli(1_700_000_000_000).UTC(), got.At)
	assert.InDelta(t, 100.0, got.Counter.Value, 1e-9)
	assert.Contains(t, string(got.Data), `"value":"00100.000"`)
	assert.Equal(t, []extract.Reading{got}, r.published())
	require.Len(t, r.live.state, 1)
	var state extract.Reading
	require.NoError(t, json.Unmarshal([]byte(r.live.state[0]), &state))
	assert.Equal(t, got, state)
	assert.Equal(t, []string{"jpeg"}, r.live.image)
	assert.False(t, r.live.lastHealth(t).Problem)
	_, err := r.store.Picture(got.ID)
	require.ErrorIs(t, err, store.ErrNotFound, "accepted pictures are not kept by default")
}

func TestARefusedReadingIsStoredPublishedAndItsPictureKept(t *testing.T) {
	r := newRig(t, nil)
	r.take("00100.000")
	bad := r.take("00900.000")
	assert.False(t, bad.Accepted)
	assert.Equal(t, "max_rate", bad.Reason)
	assert.True(t, bad.Picture)
	p, err := r.store.Picture(bad.ID)
	require.NoError(t, err)
	assert.Equal(t, "jpeg", string(p))
	assert.Len(t, r.live.state, 1, "the state keeps the accepted one")
	assert.True(t, r.take("00100.000").Accepted, "and the next one is judged on its own")
	all := r.published()
	require.Len(t, all, 3)
	assert.Equal(t, []bool{true, false, true}, []bool{all[0].Accepted, all[1].Accepted, all[2].Accepted})
}

func TestPicturesAreKeptAsConfigured(t *testing.T) {
	for mode, want := range map[Pictures][2]bool{KeepNone: {false, false}, KeepRejected: {false, true}, KeepAll: {true, true}} {
		t.Run(string(mode), func(t *testing.T) {
			r := newRig(t, func(c *Config) { c.Pictures = mode })
			good, bad := r.take("00100.000"), r.take("00900.000")
			assert.Equal(t, want, [2]bool{good.Picture, bad.Picture})
		})
	}
}

// A station that refuses everything keeps whole pictures within a budget and small ones beyond it.
func TestRefusedPicturesBeyondTheBudgetAreSmall(t *testing.T) {
	whole := bytes.Repeat([]byte{7}, 900<<10)
	r := newRig(t, nil)
	r.take("00100.000")
	r.shots = whole
	kept := map[int]int{}
	for range 10 {
		r.mu.Lock()
		r.fail = []error{extract.Errorf(extract.KindNotFound, "nothing")}
		r.mu.Unlock()
		p, err := r.store.Picture(r.take("").ID)
		require.NoError(t, err)
		kept[len(p)]++
	}
	full := budgetFull / len(whole)
	assert.Equal(t, map[int]int{len(whole): full, len("small"): 10 - full}, kept)
}

func TestBudgetRefillsWithTime(t *testing.T) {
	var b budget
	now := time.Now()
	assert.True(t, b.take(budgetFull, now))
	assert.False(t, b.take(1, now))
	assert.False(t, b.take(budgetPerHour, now.Add(59*time.Minute)))
	assert.True(t, b.take(budgetPerHour, now.Add(61*time.Minute)))
	assert.False(t, b.take(budgetFull+1, now.Add(1000*time.Hour)), "never more than the bucket holds")
	assert.True(t, b.take(budgetFull, now.Add(1001*time.Hour)))
}

func TestTheGateSurvivesARestart(t *testing.T) {
	r := newRig(t, nil)
	r.take("00100.000")
	r.restart()
	require.Len(t, r.live.state, 1, "a broker that forgot gets the state again")
	r.clock.at = r.clock.at.Add(time.Minute)
	bad := r.take("00101.000")
	assert.Equal(t, "max_rate", bad.Reason, "a minute by the wall on both sides of the restart")
	r.restart()
	r.clock.at = r.clock.at.Add(time.Hour)
	assert.True(t, r.take("00101.000").Accepted)
	r.restart()
	r.clock.synced, r.clock.at = false, time.Unix(0, 0)
	assert.True(t, r.take("00110.000").Accepted, "without a clock nobody knows how long the box was off")
	last := r.Station.Status().Last
	require.NotNil(t, last)
	assert.Equal(t, "unsynced", last.Clock)
}

func TestPicturesThatCannotBeRead(t *testing.T) {
	r := newRig(t, nil)
	r.take("00100.000")
	r.fail = []error{
		extract.Errorf(extract.KindNotFound, "no counter in the picture"),
		extract.Errorf(extract.KindCrashed, "the reader died"),
		errors.New("secret inside"),
	}
	for _, want := range []struct{ reason, message string }{
		{"not_found", "no counter in the picture"}, {"crashed", "the reader died"}, {"internal", "the reader failed; the log tells why"},
	} {
		got := r.take("00100.000")
		assert.False(t, got.Accepted)
		assert.Equal(t, want.reason, got.Reason)
		assert.Equal(t, want.message, got.Message)
		assert.True(t, got.Picture)
		assert.JSONEq(t, "{}", string(got.Data))
	}
	h := r.live.lastHealth(t)
	assert.True(t, h.Problem, "three in a row are a problem to tell")
	assert.NotEmpty(t, h.Message)
	assert.True(t, r.take("00100.000").Accepted)
	assert.False(t, r.live.lastHealth(t).Problem)
	assert.Len(t, r.published(), 5)
}

func TestABusyReaderIsWaitedFor(t *testing.T) {
	r := newRig(t, nil)
	r.fail = []error{extract.Errorf(extract.KindBusy, "the queue is full"), nil}
	assert.True(t, r.take("00100.000").Accepted)
	assert.Equal(t, 2, r.reads)
}

func TestALostCameraIsTold(t *testing.T) {
	r := newRig(t, nil)
	assert.False(t, r.Station.Status().Online, "nobody has seen a picture yet")
	r.shots = nil
	_, err := r.Read(context.Background(), "http")
	require.ErrorContains(t, err, "no picture for 12s")
	assert.Equal(t, extract.KindUnavailable, extract.KindOf(err))
	h := r.live.lastHealth(t)
	assert.True(t, h.Problem)
	assert.Equal(t, StateCameraLost, h.State)
	assert.Empty(t, r.published(), "no picture, no reading")

	r.CameraChanged("", time.Time{})
	assert.False(t, r.Station.Status().Online, "a camera that starts is not online")
	assert.Equal(t, StateStarting, r.live.lastHealth(t).State)
	assert.False(t, r.live.lastHealth(t).Problem, "nor is it a problem")

	r.CameraChanged("the camera is frozen", time.Time{})
	assert.False(t, r.Station.Status().Online)
	assert.Equal(t, "the camera is frozen", r.live.lastHealth(t).Message)
	r.shots = []byte("jpeg")
	r.CameraChanged("", time.Now())
	assert.False(t, r.live.lastHealth(t).Problem)
	assert.True(t, r.Station.Status().Online)
}

func TestCorrection(t *testing.T) {
	r := newRig(t, nil)
	wrong := r.take("90100.000") // the first reading is believed
	got, err := r.Correct(context.Background(), wrong.ID, extract.Correction{Value: "00100.000", By: "phone"})
	require.NoError(t, err)
	assert.Equal(t, "00100.000", got.Corrected)
	assert.True(t, r.take("00100.001").Accepted, "the base has moved")
	all := r.published()
	require.Len(t, all, 3)
	assert.Equal(t, wrong.ID, all[1].CorrectionOf)
	assert.InDelta(t, 100.0, all[1].Counter.Value, 1e-9)
	assert.Len(t, r.live.state, 3)

	var samples []store.Sample
	require.NoError(t, r.store.Samples(func(s store.Sample) error { samples = append(samples, s); return nil }))
	require.Len(t, samples, 1)
	assert.Equal(t, "jpeg", string(samples[0].Picture), "an accepted reading's picture is still in memory")
	assert.Contains(t, string(samples[0].Label), "00100.000")

	_, err = r.Correct(context.Background(), wrong.ID, extract.Correction{Value: "12 apples"})
	require.Error(t, err)
	newest := r.take("00100.002")
	_, err = r.Correct(context.Background(), wrong.ID, extract.Correction{Value: "00099.000"})
	require.NoError(t, err)
	assert.True(t, r.take("00100.002").Accepted, "a word on an old reading does not move the base back from %d", newest.ID)
}

// orders is a trigger that a test fires.
type orders chan Shot

func (o orders) Next(ctx context.Context) (Shot, error) {
	select {
	case s := <-o:
		return s, nil
	case <-ctx.Done():
		return Shot{}, ctx.Err()
	}
}

func TestServeReadsWhenTriggered(t *testing.T) {
	trigger := make(orders)
	got := make(chan extract.Reading, 1)
	r := newRig(t, func(c *Config) {
		c.Trigger = trigger
		c.OnReading = func(x extract.Reading, _ time.Duration) { got <- x }
	})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Serve(ctx) }()
	trigger <- Shot{Cause: "every"}
	assert.Equal(t, "every", (<-got).Trigger)
	trigger <- Shot{Cause: "settle", Frame: &Frame{JPEG: []byte("chosen")}}
	<-got
	stop()
	require.ErrorIs(t, <-done, context.Canceled)
	assert.Equal(t, StateStopped, r.Health().State)
	assert.True(t, r.Alive())
	assert.Equal(t, []string{"jpeg", "chosen"}, r.live.image)
}

func TestAPushedFrameIsReadWhereNoTriggerSaysWhen(t *testing.T) {
	for name, c := range map[string]struct {
		trigger Trigger
		want    []string
	}{
		"no trigger": {nil, []string{"jpeg of a node"}},
		"a trigger":  {make(orders), nil},
	} {
		t.Run(name, func(t *testing.T) {
			var given []string
			r := newRig(t, func(c2 *Config) {
				c2.Trigger = c.trigger
				c2.Push = func(b []byte) error {
					if len(b) == 0 {
						return errors.New("no picture")
					}
					given = append(given, string(b))
					return nil
				}
			})
			require.Error(t, r.Push(context.Background(), nil))
			require.NoError(t, r.Push(context.Background(), []byte("an older one")))
			require.NoError(t, r.Push(context.Background(), []byte("jpeg of a node")))
			assert.Len(t, given, 2)
			ctx, stop := context.WithCancel(context.Background())
			done := make(chan error, 1)
			go func() { done <- r.Serve(ctx) }()
			images := func() []string { r.live.mu.Lock(); defer r.live.mu.Unlock(); return slices.Clone(r.live.image) }
			require.Eventually(t, func() bool { return len(images()) == len(c.want) }, time.Minute, time.Millisecond)
			stop()
			require.ErrorIs(t, <-done, context.Canceled)
			assert.Equal(t, c.want, images())
		})
	}
}

func TestAReaderThatHangsIsNoticed(t *testing.T) {
	r := newRig(t, nil)
	r.beats.begun.Store(time.Now().Add(-time.Hour).UnixNano())
	assert.False(t, r.Alive())
	r.beats.end()
	assert.True(t, r.Alive())
}

func TestDuplicates(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Kind = extract.ShippingLabel })
	number := "TH1"
	r.cfg.Reader = extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
		it := extract.Item{Tracking: &extract.Tracking{Number: number}, Fields: []extract.Field{{Name: "reciever_name", Value: "A", Confidence: 0.8}}}
		page := extract.Page{Number: 1, Width: 10, Height: 10, Items: []extract.Item{it}}
		return extract.Result{Kind: extract.ShippingLabel, Pages: []extract.Page{page}}, nil
	})
	start := func() {
		r.cfg.Live, r.cfg.Judge = r.live, NewDocumentJudge(time.Minute, 0.8)
		var err error
		r.Station, err = New(r.cfg)
		require.NoError(t, err)
	}
	start()
	first := r.take("")
	assert.True(t, first.Accepted)
	again := r.take("")
	assert.False(t, again.Accepted)
	assert.Equal(t, first.ID, again.DuplicateOf)
	number = "TH2"
	assert.True(t, r.take("").Accepted)
	number = "TH1"
	assert.Equal(t, first.ID, r.take("").DuplicateOf, "two parcels that take turns are both known")
	start()
	assert.Equal(t, first.ID, r.take("").DuplicateOf, "also after a restart")
	r.clock.at = r.clock.at.Add(2 * time.Minute)
	start()
	assert.True(t, r.take("").Accepted, "the window is over")
}

// A camera that takes a picture every ten seconds was asked just before and just after: ten seconds of water have flowed.
func TestTimeIsThatOfThePictures(t *testing.T) {
	r := newRig(t, nil)
	now := time.Now()
	r.shot = now.Add(-10 * time.Second)
	first := r.take("00100.000")
	r.shot = now
	second := r.take("00100.013")
	assert.True(t, second.Accepted, second.Reason)
	assert.InDelta(t, 10, second.At.Sub(first.At).Seconds(), 1)
}

func TestEveryLabelOfAPictureIsKept(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Kind = extract.ShippingLabel })
	r.cfg.Reader = extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
		page := extract.Page{Number: 1, Width: 10, Height: 10}
		for _, name := range []string{"A", "B"} {
			page.Items = append(page.Items, extract.Item{Fields: []extract.Field{{Name: "reciever_name", Value: name, Confidence: 0.8}}})
		}
		return extract.Result{Kind: extract.ShippingLabel, Pages: []extract.Page{page, {Number: 2, Err: extract.Errorf(extract.KindQuality, "dark")}}}, nil
	})
	r.cfg.Judge = NewDocumentJudge(time.Minute, 0.8)
	var err error
	r.Station, err = New(r.cfg)
	require.NoError(t, err)
	got := r.take("")
	assert.Contains(t, string(got.Data), `"value":"A"`)
	require.Len(t, got.More, 1)
	assert.Contains(t, string(got.More[0]), `"value":"B"`)
}

func TestSetSpeaksTheAPIsErrors(t *testing.T) {
	r := newRig(t, nil)
	s := NewSet(r.store, r.Station)
	ctx := context.Background()
	first, err := s.Read(ctx, "cellar")
	require.NoError(t, err)
	for name, call := range map[string]struct {
		do   func() error
		want error
	}{
		"read":    {func() error { _, err := s.Read(ctx, "attic"); return err }, ErrNoStation},
		"push":    {func() error { return s.Push(ctx, "cellar", nil) }, ErrNotPush},
		"get":     {func() error { _, err := s.Get(ctx, 99); return err }, ErrNoReading},
		"picture": {func() error { _, err := s.Picture(ctx, 99); return err }, ErrNoPicture},
		"correct": {func() error { _, err := s.Correct(ctx, 99, extract.Correction{}); return err }, ErrNoReading},
	} {
		t.Run(name, func(t *testing.T) { require.ErrorIs(t, call.do(), call.want) })
	}
	got, err := s.Get(ctx, first.ID)
	require.NoError(t, err)
	assert.Equal(t, first, got)
	list, err := s.List(ctx, store.Query{})
	require.NoError(t, err)
	assert.Equal(t, []extract.Reading{first}, list)
	f, err := s.Frame(ctx, "cellar", 0)
	require.NoError(t, err)
	assert.Equal(t, "jpeg", string(f.JPEG))
	assert.Equal(t, "cellar", s.Stations()[0].Name)

	assert.True(t, s.Stations()[0].Last.Picture, "the page shows the boxes on the picture in which they were found")
	b, err := s.Picture(ctx, first.ID)
	require.NoError(t, err)
	assert.Equal(t, "jpeg", string(b))
	r.restart()
	s = NewSet(r.store, r.Station)
	assert.False(t, s.Stations()[0].Last.Picture)
	_, err = s.Picture(ctx, first.ID)
	require.ErrorIs(t, err, ErrNoPicture)
}

func TestCommandsReadWithoutHoldingUpEachOther(t *testing.T) {
	r := newRig(t, nil)
	set := NewSet(r.store)
	c := NewCommands(set, r.Station.cfg.Log)
	c.ReadNow("cellar")
	set.Replace(r.Station)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Station.Serve(ctx) }()
	c.ReadNow("cellar")
	c.ReadNow("attic") // nobody by that name: ignored
	require.Eventually(t, func() bool { recs, err := r.store.List(store.Query{}); return err == nil && len(recs) == 1 }, 60*time.Second, time.Millisecond)
	stop()
	require.ErrorIs(t, <-done, context.Canceled)
	all := r.published()
	require.Len(t, all, 1)
	assert.Equal(t, "mqtt", all[0].Trigger)
}

// A station that is replaced may write no reading any more: its successor judges by what is stored.
func TestAnEndedStationReadsNothing(t *testing.T) {
	r := newRig(t, nil)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Station.Serve(ctx) }()
	stop()
	require.ErrorIs(t, <-done, context.Canceled)
	_, err := r.Station.Read(context.Background(), "http")
	require.Equal(t, extract.KindUnavailable, extract.KindOf(err))
	assert.Equal(t, StateStopped, r.Station.Status().State)
	recs, err := r.store.List(store.Query{})
	require.NoError(t, err)
	assert.Empty(t, recs)
}

func TestRememberedPicturesAreBounded(t *testing.T) {
	var rec recent
	for i := range 100 {
		rec.remember(uint64(i), []byte(fmt.Sprint(i)))
	}
	assert.Len(t, rec.pictures, keptPictures)
	assert.Equal(t, uint64(99), rec.pictures[keptPictures-1].id)
	rec.remember(100, make([]byte, keptBytes+1))
	assert.Empty(t, rec.pictures, "one that is larger than all may be is not kept")
}
