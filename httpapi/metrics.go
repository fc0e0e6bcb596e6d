package httpapi

import (
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
	for _, c := range []prometheus.Collector{m.requests, m.duration, m.readings, m.badKeys} {
		if err := reg.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *metrics) request(status int, took time.Duration) {
	m.requests.WithLabelValues(strconv.Itoa(status)).Inc()
	m.duration.Observe(took.Seconds())
}

func (m *metrics) reading(kind extract.Kind, took time.Duration, failed extract.ErrorKind) {
	m.readings.WithLabelValues(string(kind), or(string(failed), "ok")).Observe(took.Seconds())
}
