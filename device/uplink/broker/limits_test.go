package broker

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const patience = time.Minute

// dial opens a connection to the public door.
func dial(t *testing.T, b *Broker) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(b.Addr(), "tcp://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// ended waits until the broker closes c.
func ended(t *testing.T, c net.Conn) {
	t.Helper()
	require.NoError(t, c.SetReadDeadline(time.Now().Add(patience)))
	_, err := io.Copy(io.Discard, c)
	if e, ok := err.(net.Error); ok {
		assert.False(t, e.Timeout(), "the broker still holds the connection")
	}
}

// connectPacket is a CONNECT of MQTT 3.1.1 without a password.
func connectPacket(id string) []byte {
	body := append([]byte("\x00\x04MQTT\x04\x02\x00\x00"), byte(len(id)>>8), byte(len(id)))
	body = append(body, id...)
	return append([]byte{0x10, byte(len(body))}, body...)
}

// length spells the length of a packet.
func length(n int) (out []byte) {
	for n >= 0x80 {
		out = append(out, byte(n)|0x80)
		n >>= 7
	}
	return append(out, byte(n))
}

func TestWhatMayNotComeIsCutAtItsHead(t *testing.T) {
	b := start(t, Config{})
	for name, head := range map[string][]byte{
		"a CONNECT of 15 MiB":      append([]byte{0x10}, length(15<<20)...),
		"a PUBLISH first":          append([]byte{0x30}, length(100)...),
		"a length without end":     {0x10, 0xff, 0xff, 0xff, 0xff, 0xff},
		"a SUBSCRIBE of 1 MiB":     append(append(connectPacket("a"), 0x82), length(1<<20)...),
		"a PUBLISH above the size": append(append(connectPacket("b"), 0x30), length(maxPacket+1)...),
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t, b)
			_, err := c.Write(head)
			require.NoError(t, err)
			ended(t, c)
		})
	}
}

func TestAnUnfinishedConnectIsCutInTime(t *testing.T) {
	b := start(t, Config{Patience: 50 * time.Millisecond})
	for _, begun := range []string{"", "\x10", "\x10\x40\x00\x04MQTT"} {
		c := dial(t, b)
		_, err := io.WriteString(c, begun)
		require.NoError(t, err)
		ended(t, c)
	}
}

func TestACrowdOfStrangersKeepsNobodyOut(t *testing.T) {
	b := start(t, Config{})
	for range 3 * maxClients {
		dial(t, b)
	}
	require.Eventually(t, func() bool { // the kernel opens connections before the broker takes them
		open, evicted, _ := b.public.listen.Stats()
		return open <= maxClients && evicted > 0
	}, patience, time.Millisecond)
	c, err := connect(b, "", "")
	require.NoError(t, err)
	c.Disconnect(0)
}

func TestTheBoxItselfHasADoorOfItsOwn(t *testing.T) {
	b := start(t, Config{Username: "box", Password: "right"})
	address, who := b.Own()
	for _, c := range []struct {
		user, password string
		ok             bool
	}{{who.Username, who.Password, true}, {who.Username, "", false}, {"", "", false}, {"box", "right", true}} {
		client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(address).SetUsername(c.user).SetPassword(c.password).SetAutoReconnect(false))
		tok := client.Connect()
		require.True(t, tok.WaitTimeout(patience))
		assert.Equal(t, c.ok, tok.Error() == nil, c.user)
		client.Disconnect(0)
	}
}

func TestGuessersWaitAndAreLogged(t *testing.T) {
	var log bytes.Buffer
	b := start(t, Config{Username: "box", Password: "right", Log: slog.New(slog.NewTextHandler(&log, nil))})
	for range 20 {
		_, err := connect(b, "box", "the old one")
		require.Error(t, err)
	}
	c, err := connect(b, "box", "right")
	require.NoError(t, err, "one wrong password, however often, is no guessing")
	c.Disconnect(0)
	for i := range 20 {
		_, err := connect(b, "box", fmt.Sprint("guess", i))
		require.Error(t, err)
	}
	_, err = connect(b, "box", "right")
	require.Error(t, err, "the address has to wait")
	assert.Equal(t, 1+6, strings.Count(log.String(), "wrong MQTT user or password"))
	assert.NotContains(t, log.String(), "guess")
}

func publish(t *testing.T, c mqtt.Client, topic string, retained bool, size int) error {
	t.Helper()
	tok := c.Publish(topic, 1, retained, make([]byte, size))
	if !tok.WaitTimeout(patience) {
		return fmt.Errorf("no answer")
	}
	return tok.Error()
}

func TestRetainedMessagesAreBounded(t *testing.T) {
	b := start(t, Config{})
	c, err := connect(b, "", "")
	require.NoError(t, err)
	defer c.Disconnect(0)
	for i := range 10 {
		require.NoError(t, publish(t, c, fmt.Sprintf("picture/%d", i), true, 1<<20), "without room it passes, but is not kept")
	}
	require.NoError(t, publish(t, c, "state", true, 100))
	sum := 0
	for _, pk := range b.server.Topics.Retained.GetAll() {
		sum += len(pk.Payload)
	}
	assert.LessOrEqual(t, sum, maxRetainedBytes+smallRetained)
	_, kept := b.server.Topics.Retained.Get("state")
	assert.True(t, kept, "small states are not crowded out by pictures")

	require.NoError(t, publish(t, c, "picture/0", true, 0), "what is deleted makes room")
	require.NoError(t, publish(t, c, "picture/9", true, 900<<10))
	_, kept = b.server.Topics.Retained.Get("picture/9")
	assert.True(t, kept)
}

// A subscriber that does not read, or does not acknowledge, makes the broker hold a copy of each message: it is parted with.
func TestASlowSubscriberIsPartedWith(t *testing.T) {
	for qos, name := range []string{"does not read", "does not acknowledge"} {
		t.Run(name, func(t *testing.T) {
			b := start(t, Config{})
			slow := dial(t, b)
			_, err := slow.Write(append(connectPacket("slow"), 0x82, 6, 0, 1, 0, 1, '#', byte(qos)))
			require.NoError(t, err)
			_, err = io.ReadFull(slow, make([]byte, 4+5)) // CONNACK, SUBACK
			require.NoError(t, err)
			if qos == 1 {
				go func() { _, _ = io.Copy(io.Discard, slow) }()
			}
			c, err := connect(b, "", "")
			require.NoError(t, err)
			defer c.Disconnect(0)
			for range 60 {
				require.NoError(t, publish(t, c, "flood", false, 1<<20), "the publisher is served")
				assert.LessOrEqual(t, b.gate.waiting.total(), maxWaitingForAll)
			}
			require.Eventually(t, func() bool { return b.server.Clients.Len() == 1 }, patience, time.Millisecond)
			assert.Zero(t, b.gate.waiting.total())
		})
	}
}

func TestSubscriptionsAndTopicsAreBounded(t *testing.T) {
	b := start(t, Config{})
	c, err := connect(b, "", "")
	require.NoError(t, err)
	defer c.Disconnect(0)
	for i := range 2 * maxSubscriptions {
		require.True(t, c.Subscribe(fmt.Sprintf("f/%d", i), 0, nil).WaitTimeout(patience))
	}
	assert.Equal(t, int64(maxSubscriptions), b.server.Info.Clone().Subscriptions)
	require.True(t, c.Publish(strings.Repeat("a/", maxLevels), 0, true, "x").WaitTimeout(patience))
	require.NoError(t, publish(t, c, "after", false, 1))
	_, deep := b.server.Topics.Retained.Get(strings.Repeat("a/", maxLevels))
	assert.False(t, deep)
}

func TestHalfAMessageHoldsNoBudgetForGood(t *testing.T) {
	b := start(t, Config{})
	for i := range 10 {
		c := dial(t, b)
		_, err := c.Write(append(connectPacket(fmt.Sprint(i)), append([]byte{0x30}, length(maxInbound/2)...)...))
		require.NoError(t, err)
		_, err = io.ReadFull(c, make([]byte, 4))
		require.NoError(t, err)
		_, err = c.Write(binary.BigEndian.AppendUint16(nil, 1))
		require.NoError(t, err)
		require.NoError(t, c.Close())
	}
	c, err := connect(b, "", "")
	require.NoError(t, err)
	defer c.Disconnect(0)
	require.NoError(t, publish(t, c, "a", false, 4<<20))
}

func TestWithoutAPasswordItListensOnLoopback(t *testing.T) {
	for listen, want := range map[string]string{":1883": "127.0.0.1:1883", "192.0.2.1:1": "127.0.0.1:1", "[::1]:2": "[::1]:2", "localhost:3": "localhost:3"} {
		assert.Equal(t, want, address(Config{Listen: listen}))
	}
	assert.Equal(t, ":1883", address(Config{Listen: ":1883", Username: "a"}))
}
