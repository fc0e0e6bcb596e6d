package uplink_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/stretchr/testify/require"
)

// mosquitto is a real broker in a process of its own.
type mosquitto struct {
	port int
	conf string
	cmd  *exec.Cmd
}

func newMosquitto(t *testing.T) *mosquitto {
	t.Helper()
	m := &mosquitto{port: freePort(t)}
	m.conf = filepath.Join(t.TempDir(), "mosquitto.conf")
	text := fmt.Sprintf("listener %d 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 0\n", m.port)
	require.NoError(t, os.WriteFile(m.conf, []byte(text), 0o600))
	t.Cleanup(func() { m.stop(t) })
	m.start(t)
	return m
}

func (m *mosquitto) start(t *testing.T) {
	t.Helper()
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path = "/usr/sbin/mosquitto"
	}
	m.cmd = exec.Command(path, "-c", m.conf)
	require.NoError(t, m.cmd.Start(), "the tests need Debian's package mosquitto")
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", m.addr())
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	}, time.Minute, 10*time.Millisecond)
}

func (m *mosquitto) stop(t *testing.T) {
	t.Helper()
	if m.cmd != nil {
		_ = m.cmd.Process.Kill()
		_ = m.cmd.Wait()
		m.cmd = nil
	}
}

func (m *mosquitto) addr() string { return fmt.Sprintf("127.0.0.1:%d", m.port) }
func (m *mosquitto) url() string  { return "tcp://" + m.addr() }

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// client connects a plain client and subscribes it to filter.
func client(t *testing.T, url, filter string, on func(mqtt.Message)) mqtt.Client {
	t.Helper()
	o := mqtt.NewClientOptions().AddBroker(url).SetClientID("test-" + fmt.Sprint(time.Now().UnixNano()))
	c := mqtt.NewClient(o)
	tok := c.Connect()
	require.True(t, tok.WaitTimeout(time.Minute))
	require.NoError(t, tok.Error())
	if filter != "" {
		tok = c.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) { on(m) })
		require.True(t, tok.WaitTimeout(time.Minute))
		require.NoError(t, tok.Error())
	}
	t.Cleanup(func() { c.Disconnect(10) })
	return c
}
