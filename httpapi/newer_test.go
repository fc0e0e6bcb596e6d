package httpapi_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"lensd/httpapi"
	"lensd/httpapi/pages/pagestest"
)

// attic is another box of the same owner.
type attic struct{}

func (attic) Boxes(context.Context) (any, error) {
	return map[string]any{"boxes": []map[string]string{{"box": "b2", "name": "Attic", "version": "1.10+deb12"}, {"box": "b3", "version": "1.9"}}}, nil
}

// A box without the Internet tells of newer versions by what there is: another box's, and the name of a package that is at hand.
func TestThePageTellsOfNewerVersions(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := serve(t, httpapi.Config{BasePath: "/ocr", Stations: d, Readings: d, Box: httpapi.Box{ID: "b1", Version: "1.9"}, Fleet: attic{}}).URL + "/ocr/"
	ctx := pagestest.Browse(t, 390, 844)
	pagestest.Run(t, ctx, chromedp.Navigate(url+"health"), pagestest.SignIn("test-key-1"), pagestest.Text("#newer", "The box Attic runs a newer version: 1.10+deb12."))
	dir := t.TempDir()
	for _, c := range [][2]string{{"lensd_1.10+deb12_arm64.deb", "It is newer"}, {"lensd_1.9+deb12_amd64.deb", "It is 1.9, which runs here."}, {"lensd_1.9~rc1+deb12_amd64.deb", "It is older"},
		{"lensd_1.9+5.gabc+deb13_amd64.deb", "It is newer"}, {"other_2.0_amd64.deb", "no package of lensd"}} {
		file := filepath.Join(dir, c[0])
		require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
		pagestest.Run(t, ctx, chromedp.SetUploadFiles("#package", []string{file}), pagestest.Text("#packageSaid", c[1]))
	}
}
