package main

import (
	"strconv"

	"lensd/extract"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics joins what the parts know of themselves for /metrics; it asks them at each scrape and keeps little of its own.
type metrics struct {
	app      *app
	readings *prometheus.CounterVec // by station, whether accepted, and why not
	value    *prometheus.GaugeVec   // of counters
}

// newMetrics returns a registry with the box's own figures and the process's memory and file descriptors.
func newMetrics(a *app) (*metrics, *prometheus.Registry) {
	m := &metrics{
		app: a,
		readings: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "lensd_station_readings_total", Help: "Stored readings of stations."},
			[]string{"station", "accepted", "reason"}),
		value: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "lensd_meter_cubic_metres", Help: "Newest accepted reading of a counter."},
			[]string{"station"}),
	}
	reg := prometheus.NewRegistry()
	reg.MustRegister(m, m.readings, m.value, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m, reg
}

// reading counts one stored reading.
func (m *metrics) reading(r extract.Reading) {
	m.readings.WithLabelValues(r.Station, strconv.FormatBool(r.Accepted), r.Reason).Inc()
	if r.Accepted && r.Counter != nil {
		m.value.WithLabelValues(r.Station).Set(r.Counter.Value)
	}
}

// Describe sends nothing: which figures there are depends on the configuration.
func (m *metrics) Describe(chan<- *prometheus.Desc) {}

// Collect asks the parts.
func (m *metrics) Collect(out chan<- prometheus.Metric) {
	send := func(kind prometheus.ValueType, name, help string, v float64, labels ...string) {
		names := []string{"station"}[:len(labels)]
		out <- prometheus.MustNewConstMetric(prometheus.NewDesc("lensd_"+name, help, names, nil), kind, v, labels...)
	}
	m.collectBox(send)
	m.collectStages(out)
	p := m.app.pool.pool().Stats()
	send(prometheus.GaugeValue, "workers_alive", "Reader processes that run.", float64(p.Alive))
	send(prometheus.GaugeValue, "workers_busy", "Reader processes that read.", float64(p.Busy))
	send(prometheus.GaugeValue, "readings_queued", "Readings that wait for a reader process.", float64(p.Queued))
	send(prometheus.GaugeValue, "worker_resident_bytes", "Memory of the reader process that answered last.", float64(p.LastRSS))
	for name, v := range map[string]uint64{"served": p.Served, "refused": p.Refused, "crashed": p.Crashed, "timed_out": p.TimedOut} {
		send(prometheus.CounterValue, "workers_"+name+"_total", "Readings by how reader processes ended them.", float64(v))
	}
	send(prometheus.CounterValue, "workers_recycled_total", "Reader processes that were replaced in good time.", float64(p.Recycled))
}

// collectBox tells of store, uplink and stations, where there are any.
func (m *metrics) collectBox(send func(prometheus.ValueType, string, string, float64, ...string)) {
	if s := m.app.store; s != nil {
		if used, file, err := s.Size(); err == nil {
			send(prometheus.GaugeValue, "store_used_bytes", "Live data in the store.", float64(used))
			send(prometheus.GaugeValue, "store_file_bytes", "Size of the store's file.", float64(file))
		}
		if n, err := s.Backlog(); err == nil {
			send(prometheus.GaugeValue, "outbox_backlog", "Readings that the broker has yet to acknowledge.", float64(n))
		}
		send(prometheus.GaugeValue, "store_full", "1 while the store refuses readings.", number(s.Full()))
		send(prometheus.GaugeValue, "store_trouble", "1 while the store cannot be written, for whatever reason.", number(s.Trouble().Word != ""))
		send(prometheus.GaugeValue, "store_damaged", "Records and messages that were found damaged and set aside.", float64(s.Damaged()))
	}
	if u := m.app.live.uplink(); u != nil {
		st := u.Status()
		send(prometheus.GaugeValue, "broker_connected", "1 while the broker is connected.", number(st.Connected))
		send(prometheus.CounterValue, "outbox_delivered_total", "Readings that the broker has acknowledged.", float64(st.Delivered))
	}
	if m.app.stations != nil {
		for _, st := range m.app.stations.Stations() {
			send(prometheus.GaugeValue, "station_online", "1 while the camera delivers fresh pictures.", number(st.Online), st.Name)
		}
	}
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// collectStages tells where readings spend their time.
func (m *metrics) collectStages(out chan<- prometheus.Metric) {
	seconds := prometheus.NewDesc("lensd_stage_seconds_total", "Time of readings by kind and stage; what a stage calls by another name is that one's.", []string{"kind", "stage"}, nil)
	runs := prometheus.NewDesc("lensd_stage_runs_total", "How often a stage ran.", []string{"kind", "stage"}, nil)
	for _, s := range m.app.pool.pool().Stages() {
		out <- prometheus.MustNewConstMetric(seconds, prometheus.CounterValue, s.Seconds, string(s.Kind), s.Name)
		out <- prometheus.MustNewConstMetric(runs, prometheus.CounterValue, float64(s.Runs), string(s.Kind), s.Name)
	}
}
