package clock

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"golang.org/x/sys/unix"
)

func TestSynced(t *testing.T) {
	there, missing := error(nil), os.ErrNotExist
	for name, c := range map[string]struct {
		state  int
		status int32
		err    error
		mark   error
		want   bool
	}{
		"disciplined":                        {unix.TIME_OK, 0, nil, missing, true},
		"not disciplined":                    {unix.TIME_ERROR, unix.STA_UNSYNC, nil, missing, false},
		"unsync flag alone":                  {unix.TIME_OK, unix.STA_UNSYNC, nil, missing, false},
		"set by timesyncd, kernel says no":   {unix.TIME_ERROR, unix.STA_UNSYNC, nil, there, true},
		"the kernel does not let us ask":     {0, 0, errors.New("EPERM"), missing, false},
		"not allowed to ask, timesyncd says": {0, 0, errors.New("EPERM"), there, true},
	} {
		t.Run(name, func(t *testing.T) {
			k := Clock{
				adjtimex: func(x *unix.Timex) (int, error) { x.Status = c.status; return c.state, c.err },
				stat:     func(string) error { return c.mark },
			}
			assert.Equal(t, c.want, k.Synced())
		})
	}
}

func TestNowAsksTheRealKernel(t *testing.T) {
	now, synced := Clock{}.Now()
	assert.WithinDuration(t, time.Now(), now, time.Minute)
	assert.Equal(t, Clock{}.Synced(), synced)
}

func TestWord(t *testing.T) {
	assert.Equal(t, "synced", Word(true))
	assert.Equal(t, "unsynced", Word(false))
}
