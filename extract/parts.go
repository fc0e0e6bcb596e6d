package extract

import "context"

// Part is what was found on some pages of a document, so that several processes can read the pages of one.
type Part struct {
	From, To int    // pages, from 1; To is From - 1 where no page was read, but Total told
	Total    int    // pages of the document that are read at all, one more where it has more than allowed; 0: not known
	Err      *Error `json:",omitempty"` // why these pages could not be read; nil: they were
	Found    []byte `json:"-"`          // in a form that only the reader knows which found it
}

// PartReader is a Reader that can take a document apart. Parts and their joining may happen in different processes of one build.
type PartReader interface {
	Reader
	// ReadPart reads pages of doc beginning with page from: that one alone, or, unless alone is set, with it those that follow
	// as long as they are not worth another process, or none where each is worth one. A page that fails is part of the Part.
	ReadPart(ctx context.Context, doc Document, from int, alone bool) (Part, error)
	// Join makes a result of all parts, which are in the order of their pages. The document's inputs are not needed.
	Join(ctx context.Context, doc Document, parts []Part) (Result, error)
}

// ReadParts reads a document part by part in this process and joins them.
func ReadParts(ctx context.Context, r PartReader, doc Document) (Result, error) {
	part, err := r.ReadPart(ctx, doc, 1, false)
	parts := []Part{part}[:min(1, part.To)]
	for err == nil && part.To < part.Total {
		part, err = r.ReadPart(ctx, doc, part.To+1, true)
		parts = append(parts, part)
	}
	if err != nil {
		return Result{Kind: doc.Kind}, err
	}
	return r.Join(ctx, doc, parts)
}
