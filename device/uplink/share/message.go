package share

import (
	"errors"
	"strings"

	"github.com/eclipse/paho.golang/paho"
)

// The user properties that belong to this package; all others are the callers'.
const (
	wordBox   = "lensd-box"   // who answers
	wordState = "lensd-state" // how far it is
	wordEnded = "lensd-ended" // boxes that ended over it so far, "a,b"
)

// Task is something that another box, or a camera, wants read.
type Task struct {
	Words map[string]string // what the asker says of it
	Body  []byte
	Ended []string // boxes that ended over it before

	answerTo string
	mark     []byte // correlation data, echoed
}

var (
	errNoAnswerWanted = errors.New("no answer is wanted") // a picture that was pushed to a station: its own box reads it
	errMalformed      = errors.New("malformed")
)

// taskOf reads what came in. Every byte of it is foreign.
func (c Config) taskOf(p *paho.Publish) (Task, error) {
	if p.Properties == nil || p.Properties.ResponseTopic == "" {
		return Task{}, errNoAnswerWanted
	}
	t := Task{Words: map[string]string{}, Body: p.Payload, answerTo: p.Properties.ResponseTopic, mark: p.Properties.CorrelationData}
	if !c.answerable(t.answerTo) || len(t.mark) == 0 || len(t.mark) > maxMark || len(t.Body) == 0 || len(t.Body) > MaxBody || len(p.Properties.User) > maxWords {
		return Task{}, errMalformed
	}
	size := 0
	for _, w := range p.Properties.User {
		if size += len(w.Key) + len(w.Value); size > maxWordBytes {
			return Task{}, errMalformed
		}
		t.Words[w.Key] = w.Value
	}
	if boxes, ok := t.Words[wordEnded]; ok {
		if t.Ended = strings.Split(boxes, ","); len(t.Ended) >= MostDeaths {
			return Task{}, errMalformed
		}
		delete(t.Words, wordEnded)
	}
	return t, nil
}

// key tells a task from others that are asked at the same time.
func (t Task) key() string { return t.answerTo + "\x00" + string(t.mark) }

// answer is the message that tells a task's asker a state.
func (c Config) answer(t Task, s State, body []byte) *paho.Publish {
	qos, expiry := byte(1), uint32(60)
	if s == Taken {
		qos = 0 // the next one follows
	}
	p := &paho.Publish{QoS: qos, Topic: t.answerTo, Payload: body, Properties: &paho.PublishProperties{CorrelationData: t.mark, MessageExpiry: &expiry}}
	p.Properties.User.Add(wordBox, c.Box)
	p.Properties.User.Add(wordState, string(s))
	return p
}

// reply is an answer as it arrived.
type reply struct {
	attempt byte
	box     string
	state   State
	body    []byte
}

const idSize = 16 // of what is asked; one byte follows, the attempt

// replyOf reads an answer; ok is false for what is none.
func replyOf(p *paho.Publish) (id string, r reply, ok bool) {
	if p.Properties == nil || len(p.Properties.CorrelationData) != idSize+1 || len(p.Payload) > MaxBody {
		return "", r, false
	}
	mark := p.Properties.CorrelationData
	box := p.Properties.User.Get(wordBox)
	r = reply{mark[idSize], box[:min(len(box), 64)], State(p.Properties.User.Get(wordState)), p.Payload}
	switch r.state {
	case Taken, Done, Died, Busy, Spared, Large:
		return string(mark[:idSize]), r, true
	}
	return "", r, false
}
