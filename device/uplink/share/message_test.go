package share

import (
	"strings"
	"testing"

	"github.com/eclipse/paho.golang/paho"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func message(to, mark, body string, words ...string) *paho.Publish {
	p := &paho.Publish{Topic: "lensd/camera/~cellar/frame", Payload: []byte(body), Properties: &paho.PublishProperties{ResponseTopic: to, CorrelationData: []byte(mark)}}
	for i := 0; i+1 < len(words); i += 2 {
		p.Properties.User.Add(words[i], words[i+1])
	}
	return p
}

func TestWhatIsTakenFromOthers(t *testing.T) {
	cfg := Config{Topic: "lensd", Box: "box"}
	for name, c := range map[string]struct {
		in   *paho.Publish
		want error
	}{
		"a box's":                     {message("lensd/camera/answer", "1", "jpeg", "kind", "water-meter"), nil},
		"after ends":                  {message("lensd/camera/answer", "1", "jpeg", wordEnded, "a,b"), nil},
		"pushed to a station":         {&paho.Publish{Payload: []byte("jpeg"), Properties: &paho.PublishProperties{}}, errNoAnswerWanted},
		"without properties":          {&paho.Publish{Payload: []byte("jpeg")}, errNoAnswerWanted},
		"an answer that is a command": {message("lensd/camera/cellar/cmd/read", "1", "jpeg"), errMalformed},
		"an answer to elsewhere":      {message("homeassistant/status", "1", "jpeg"), errMalformed},
		"an answer to many":           {message("lensd/+/answer", "1", "jpeg"), errMalformed},
		"an answer to nobody":         {message("lensd//answer", "1", "jpeg"), errMalformed},
		"without a mark":              {message("lensd/camera/answer", "", "jpeg"), errMalformed},
		"with a long mark":            {message("lensd/camera/answer", strings.Repeat("1", 65), "jpeg"), errMalformed},
		"empty":                       {message("lensd/camera/answer", "1", ""), errMalformed},
		"too long words":              {message("lensd/camera/answer", "1", "jpeg", "kind", strings.Repeat("x", maxWordBytes)), errMalformed},
		"too many words":              {message("lensd/camera/answer", "1", "jpeg", strings.Split(strings.Repeat("k v ", 33)+"k", " ")...), errMalformed},
		"too many ends":               {message("lensd/camera/answer", "1", "jpeg", wordEnded, "a,b,c"), errMalformed},
	} {
		_, err := cfg.taskOf(c.in)
		assert.Equal(t, c.want, err, name)
	}
}

func TestAnswersComeBackAsTheyWereSent(t *testing.T) {
	cfg := Config{Topic: "lensd", Box: "box"}
	mark := strings.Repeat("i", idSize) + "\x02"
	task, err := cfg.taskOf(message("lensd/camera/answer", mark, "jpeg"))
	require.NoError(t, err)
	p := cfg.answer(task, Done, []byte("read"))
	assert.Equal(t, "lensd/camera/answer", p.Topic)
	id, r, ok := replyOf(p)
	require.True(t, ok)
	assert.Equal(t, strings.Repeat("i", idSize), id)
	assert.Equal(t, reply{2, "box", Done, []byte("read")}, r)
	p.Properties.User = nil
	_, _, ok = replyOf(p)
	assert.False(t, ok, "no state")
}

func FuzzTask(f *testing.F) {
	f.Add("lensd/camera/answer", "1", "jpeg", "kind", "water-meter")
	f.Add("lensd/camera/answer", "1", "jpeg", wordEnded, "a,b")
	f.Add("lensd/+/answer", strings.Repeat("x", 80), "", wordState, "done")
	f.Fuzz(func(t *testing.T, to, mark, body, word, value string) {
		cfg := Config{Topic: "lensd", Box: "box"}
		p := message(to, mark, body, word, value)
		task, err := cfg.taskOf(p)
		if err == nil && (!strings.HasPrefix(task.answerTo, "lensd/") || !strings.HasSuffix(task.answerTo, "/answer") || strings.Count(task.answerTo, "/") != 2 || len(task.Ended) >= MostDeaths) {
			t.Fatalf("answers to %q after ends at %q", task.answerTo, task.Ended)
		}
		if _, r, ok := replyOf(p); ok && (len(r.box) > 64 || r.state == "") {
			t.Fatalf("a reply from %q: %q", r.box, r.state)
		}
	})
}
