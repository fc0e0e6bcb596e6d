// Package notify tells systemd how the daemon is: ready, alive, ending, and a line of status. The watchdog is fed only while
// every loop meets its own deadline, so that a daemon whose ticker still ticks but whose work has stopped is started anew.
package notify

import (
	"context"
	"log/slog"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// Config says what to report. Without systemd (no NOTIFY_SOCKET) all of it does nothing.
type Config struct {
	Alive  func() string // names the loop that is late, "" while all are in time
	Status func() string // one line for `systemctl status`; nil: none
	Log    *slog.Logger  // nil: slog.Default
}

// Notifier reports to systemd. Use New.
type Notifier struct {
	cfg      Config
	send     func(state string) error
	watchdog time.Duration // how often systemd wants to hear of us; 0: never
	pace     time.Duration
}

// statusPace is how often the status line is looked at when no watchdog asks for more.
const statusPace = 10 * time.Second

// New reads systemd's wishes from the environment.
func New(cfg Config) *Notifier {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Status == nil {
		cfg.Status = func() string { return "" }
	}
	n := &Notifier{cfg: cfg, pace: statusPace, send: func(state string) error {
		_, err := daemon.SdNotify(false, state)
		return err
	}}
	watchdog, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		cfg.Log.Warn("systemd's watchdog wish cannot be understood; the watchdog is not fed", "err", err)
	}
	if watchdog > 0 {
		n.watchdog = watchdog
		// Three chances within systemd's patience, so that one late look on a busy box is no death sentence.
		n.pace = min(n.pace, watchdog/3)
	}
	return n
}

// Serve says READY, feeds the watchdog while Alive has nothing to say and keeps the status line until ctx ends. Call it once all
// parts are started, and again after the parts were composed anew. It returns ctx's error.
func (n *Notifier) Serve(ctx context.Context) error {
	said := n.cfg.Status()
	n.tell(daemon.SdNotifyReady + statusLine(said))
	tick := time.NewTicker(n.pace)
	defer tick.Stop()
	late := ""
	for {
		if was := late; n.watchdog > 0 {
			if late = n.feed(); late != was && late != "" {
				n.cfg.Log.Error("a loop has missed its deadline; systemd will start the daemon anew", "loop", late)
			}
		}
		if now := n.cfg.Status(); now != said {
			said = now
			n.tell(statusLine(now))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Stopping says that the daemon is ending for good; systemd takes it at its word, so a reload must not say it.
func (n *Notifier) Stopping() { n.tell(daemon.SdNotifyStopping) }

// feed feeds the watchdog unless a loop is late, and names that loop.
func (n *Notifier) feed() string {
	late := n.cfg.Alive()
	if late == "" {
		n.tell(daemon.SdNotifyWatchdog)
	}
	return late
}

func statusLine(status string) string { return "\nSTATUS=" + status }

func (n *Notifier) tell(state string) {
	if err := n.send(state); err != nil {
		n.cfg.Log.Warn("systemd cannot be told", "err", err)
	}
}
