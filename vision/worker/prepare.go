package worker

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"time"
)

// prepareLimit bounds the preparation: compiling the PDF engine takes seconds of one core, and minutes of a busy small box.
const prepareLimit = 10 * time.Minute

// preparation is done once in the pool's life, by a process that sees no foreign bytes and so may write.
type preparation struct {
	mu   sync.Mutex
	done bool
}

// once runs Config.Prepare unless it has succeeded before; who asks meanwhile waits. False: it
// failed, and the child goes on with what it can do alone.
func (p *preparation) once(ctx context.Context, cfg Config, log *slog.Logger) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done || len(cfg.Prepare) == 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, prepareLimit)
	defer cancel()
	from := time.Now()
	cmd := exec.CommandContext(ctx, cfg.Prepare[0], cfg.Prepare[1:]...)
	cmd.Env = append(harmless(os.Environ()), cfg.Env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		log.Error("the preparation of a reader failed", "err", err, "says", string(out[:min(len(out), 500)]))
		return false
	}
	p.done = true
	log.Debug("prepared a reader", "took", time.Since(from))
	return true
}
