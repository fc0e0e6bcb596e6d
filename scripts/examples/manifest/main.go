// Command manifest reads Kubernetes manifests with the API's own types, strictly: a key that there is not, or one that stands twice, is
// an error, as is a document of a kind that is not known. It has a module of its own, so that the API's packages stay out of lensd's.
//
//	go run -C scripts/examples/manifest . ../../../docs/examples/k3s.yaml
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manifest:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	if len(files) == 0 {
		return errors.New("usage: manifest FILE…")
	}
	scheme := runtime.NewScheme()
	if err := errors.Join(core.AddToScheme(scheme), v1.AddToScheme(scheme), policy.AddToScheme(scheme)); err != nil {
		return err
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		documents := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(text)))
		buffer := make([]byte, 1<<20)
		for n := 1; ; n++ {
			size, err := documents.Read(buffer)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err
			}
			_, kind, err := decoder.Decode(buffer[:size], nil, nil)
			if err != nil {
				return fmt.Errorf("%s, document %d: %w", file, n, err)
			}
			fmt.Printf("%s: %s\n", file, kind.Kind)
		}
	}
	return nil
}
