package main

import (
	"crypto/rand"
	"fmt"
	"log/slog"

	"lensd/cmd/lensd/admin"
	"lensd/httpapi"
	"lensd/store"
)

// keyring joins the keys of the configuration and those of the store.
type keyring struct {
	fixed  []httpapi.Key
	stored *admin.Local
	log    *slog.Logger
}

func newKeyring(texts []string, s *store.Store, log *slog.Logger) *keyring {
	k := &keyring{log: log}
	for i, text := range texts {
		key, err := httpapi.ParseKey(fmt.Sprintf("config-%d", i+1), text)
		if err != nil { // validated before, so this is a bug; a key less is safer than no API
			log.Error("a service key is ignored", "err", err)
			continue
		}
		k.fixed = append(k.fixed, key)
	}
	if s != nil {
		k.stored = &admin.Local{Store: s}
	}
	return k
}

// Keys returns all keys that are valid now.
func (k *keyring) Keys() []httpapi.Key {
	if k.stored == nil {
		return k.fixed
	}
	stored, err := k.stored.APIKeys()
	if err != nil {
		k.log.Error("the stored keys cannot be read", "err", err)
	}
	return append(stored, k.fixed...)
}

const sessionSecretState = "session_secret"

// sessionSecret is kept so that a restart signs nobody out; without it the API draws one.
func sessionSecret(s *store.Store, log *slog.Logger) []byte {
	if b, err := s.State(sessionSecretState); err == nil && len(b) == 32 {
		return b
	}
	b := make([]byte, 32)
	if _, err := rand.Read(b); err != nil {
		return nil
	}
	if err := s.SetState(sessionSecretState, b); err != nil {
		log.Warn("page sessions will end with this run", "err", err)
	}
	return b
}

// sessionMemory keeps the list of sessions that were signed out of.
type sessionMemory struct{ store *store.Store }

const endedSessionsState = "ended_sessions"

// Load returns the list.
func (m sessionMemory) Load() ([]byte, error) { return m.store.State(endedSessionsState) }

// Save replaces the list.
func (m sessionMemory) Save(b []byte) error { return m.store.SetState(endedSessionsState, b) }
