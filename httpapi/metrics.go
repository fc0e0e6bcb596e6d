package httpapi

import (
	"errors"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lensd/extract"
)

type metrics struct {
	requests *prometheus.CounterVec
	duration prometheus.Histogram
	readings *prometheus.HistogramVec
	badKeys  prometheus.Counter
}

func newMetrics(reg *prometheus.Registry) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "lensd_http_requests_total", Help: "Answers by HTTP status."}, []string{"status"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "lensd_http_request_seconds", Help: "Time to answer.", Buckets: prometheus.ExponentialBuckets(0.005, 2, 14)}),
		readings: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "lensd_http_reading_seconds", Help: "Time of readings asked for over HTTP, waiting included.", Buckets: prometheus.ExponentialBuckets(0.02, 2, 12)}, []string{"kind", "outcome"}),
		badKeys:  prometheus.NewCounter(prometheus.CounterOpts{Name: "lensd_http_wrong_keys_total", Help: "Requests with a wrong service key."}),
	}
	err := errors.Join(register(reg, &m.requests), register(reg, &m.duration), register(reg, &m.readings), register(reg, &m.badKeys))
	return m, err
}

// register registers *c, or takes what is registered in its place: a server that is started anew counts on.
func register[C prometheus.Collector](reg *prometheus.Registry, c *C) error {
	err := reg.Register(*c)
	if known := (prometheus.AlreadyRegisteredError{}); errors.As(err, &known) {
		if there, ok := known.ExistingCollector.(C); ok {
			*c, err = there, nil
		}
	}
	return err
}

func (m *metrics) request(status int, took time.Duration) {
	m.requests.WithLabelValues(strconv.Itoa(status)).Inc()
	m.duration.Observe(took.Seconds())
}

func (m *metrics) reading(kind extract.Kind, took time.Duration, failed extract.ErrorKind) {
	m.readings.WithLabelValues(string(kind), or(string(failed), "ok")).Observe(took.Seconds())
}
