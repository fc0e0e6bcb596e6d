package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/httpapi/pages/pagestest"
)

// addKey makes a key of all rights as the set-up page does.
func (b *box) addKey(t *testing.T, name string) (clear string) {
	t.Helper()
	status, said := b.asks(t, http.MethodPost, "/v1/keys", `{"name":"`+name+`","role":"admin"}`)
	require.Equal(t, http.StatusOK, status, said)
	var made struct{ Key string }
	require.NoError(t, json.Unmarshal([]byte(said), &made))
	return made.Key
}

// An owner without a shell puts a backup back: a damaged file changes nothing, a sound one is shown, confirmed, and what the box kept
// before is kept beside it. Whoever did it is not shut out.
func TestABackupIsPutBackFromThePage(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	b.addKey(t, "anna")
	status, copied := b.asks(t, http.MethodGet, "/v1/backup", "")
	require.Equal(t, http.StatusOK, status)
	bea := b.addKey(t, "bea")
	b.addKey(t, "carl")
	dir := t.TempDir()
	sound, damaged := filepath.Join(dir, "box.backup"), filepath.Join(dir, "half.backup")
	require.NoError(t, os.WriteFile(sound, []byte(copied), 0o600))
	require.NoError(t, os.WriteFile(damaged, []byte(copied[:len(copied)/2]), 0o600))
	keys := func() string {
		_, said := b.asks(t, http.MethodGet, "/v1/keys", "")
		return said
	}

	ctx := pagestest.Browse(t, 390, 844)
	pagestest.Run(t, ctx, chromedp.Navigate(b.url+"/health"), pagestest.SignIn(bea), chromedp.WaitVisible("#restore"),
		chromedp.SetUploadFiles("#backupFile", []string{damaged}), chromedp.Click("#restore button"), pagestest.Text("#restoreSaid", "Nothing was changed"),
		chromedp.SetUploadFiles("#backupFile", []string{sound}), chromedp.Click("#restore button"), pagestest.Text("#restoreDialog", "Its keys are: anna"), pagestest.Picture("10-backup", "body"))
	pagestest.Accessible(t, ctx, "health with a backup")
	pagestest.Run(t, ctx, chromedp.Click("#restoreDialog button[value='']"), pagestest.Text("#restoreSaid", "Nothing was changed."))
	assert.Contains(t, keys(), "carl")

	pagestest.Run(t, ctx, chromedp.Click("#restore button"), chromedp.WaitVisible("#restoreYes"), chromedp.Click("#restoreYes"),
		pagestest.Text(`[data-check="store_restored"]`, "runs with a backup"))
	assert.Contains(t, keys(), "anna")
	assert.Contains(t, keys(), "bea", "whoever confirmed it goes on")
	assert.NotContains(t, keys(), "carl", "the backup does not know that key")
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(b.config), "state", "state.db.replaced-*"))
	require.NoError(t, err)
	assert.Len(t, kept, 1, "what the box kept before")
	status, said := b.asks(t, http.MethodPost, "/v1/restore/confirm", `{"token":"of before"}`)
	assert.Equal(t, http.StatusUnprocessableEntity, status, said)
}
