package ocr

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"lensd/extract"
	"lensd/vision/recognize"
)

// print draws a line of text.
func print(t *testing.T, text string) *image.Gray {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	require.NoError(t, err)
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 32, DPI: 72})
	require.NoError(t, err)
	g := image.NewGray(image.Rect(0, 0, font.MeasureString(face, text).Ceil()+24, 52))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	d := font.Drawer{Dst: g, Src: image.NewUniform(color.Gray{Y: 20}), Face: face, Dot: fixed.P(12, 38)}
	d.DrawString(text)
	return g
}

func TestAccentsOfAllLatinLanguagesAreRead(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	e := New(Config{})
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	want := []string{
		"Fő út 4 Alsónémedi Magyarország", "GAZİOSMANPAŞA/İSTANBUL Gökhan Şimşek", "Łódź, Świętokrzyska 12",
		"Příčná 7, České Budějovice", "Dammliden 11 SE-13769 Österhaninge", "123 Main Street, Apt 4B",
	}
	var lines []*image.Gray
	for _, w := range want {
		lines = append(lines, print(t, w))
	}
	got, err := e.Read(context.Background(), recognize.Request{Crops: lines, Hint: extract.Hint{Script: extract.ScriptAccent}})
	require.NoError(t, err)
	for i, w := range want {
		assert.Equal(t, w, got[i].Value)
		assert.Greater(t, got[i].Confidence, 0.5, w)
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left, "the unpacked model is gone once it is loaded")
}

func TestWithoutRoomForTheModelAccentsAreReadAsPlainLetters(t *testing.T) {
	full := t.TempDir() + "/missing"
	e := New(Config{})
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	_, err := unpackIn(full)
	require.Error(t, err)
	var said bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&said, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	for range 2 {
		client, err := e.withoutAccents(err)
		require.NoError(t, err)
		assert.Same(t, e.clients[modelEnglish], client)
	}
	assert.Equal(t, 1, strings.Count(said.String(), "TMPDIR"), "said once, with what to do")
	got, err := e.Read(context.Background(), recognize.Request{Crops: []*image.Gray{print(t, "Fo ut 4 Main Street")}, Hint: extract.Hint{Script: extract.ScriptAccent}})
	require.NoError(t, err)
	assert.Equal(t, "Fo ut 4 Main Street", got[0].Value)
	assert.NotContains(t, e.clients, modelAccent)
}

func TestAFullFolderForTemporaryFilesIsPassedOver(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	folder, err := unpackAccents()
	require.NoError(t, err)
	defer os.RemoveAll(folder)
	assert.Equal(t, inMemory, filepath.Dir(folder))
}

// A reader that may write nothing reads the model from the folder that was filled before.
func TestTheModelIsUnpackedOnceAndMended(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "models")
	require.NoError(t, Unpack(folder))
	file := filepath.Join(folder, modelAccent+".traineddata")
	first, err := os.Stat(file)
	require.NoError(t, err)
	require.NoError(t, Unpack(folder))
	again, err := os.Stat(file)
	require.NoError(t, err)
	assert.True(t, os.SameFile(first, again), "what is there is left alone")

	require.NoError(t, os.WriteFile(file, []byte("cut short"), 0o600))
	require.NoError(t, Unpack(folder))
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, left, 1)

	t.Setenv("TMPDIR", folder+"/missing")
	e := New(Config{Accents: folder})
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	got, err := e.Read(context.Background(), recognize.Request{Crops: []*image.Gray{print(t, "Fő út 4 Łódź")}, Hint: extract.Hint{Script: extract.ScriptAccent}})
	require.NoError(t, err)
	assert.Equal(t, "Fő út 4 Łódź", got[0].Value)
	require.Error(t, Unpack(filepath.Join(file, "no folder")))
}
