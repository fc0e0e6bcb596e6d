package pdf

import (
	"context"

	"github.com/klippa-app/go-pdfium/requests"
)

// Attachment is a file that lies within a PDF.
type Attachment struct {
	Name string
	Data []byte
}

// The bounds of what is taken from a PDF beside its pages.
const (
	maxAttachments     = 16
	maxAttachmentBytes = 4 << 20
)

// Attachments returns the files within a PDF, none larger than 4 MiB. Errors are those of Pages; a file that cannot be taken
// out is left out.
func (r *Renderer) Attachments(ctx context.Context, pdf []byte, password string) ([]Attachment, error) {
	doc, err := r.open(pdf, password)
	if err != nil {
		return nil, err
	}
	defer r.instance.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: doc})
	count, err := r.instance.FPDFDoc_GetAttachmentCount(&requests.FPDFDoc_GetAttachmentCount{Document: doc})
	if err != nil {
		return nil, ctx.Err()
	}
	var out []Attachment
	for i := range min(count.AttachmentCount, maxAttachments) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at, err := r.instance.FPDFDoc_GetAttachment(&requests.FPDFDoc_GetAttachment{Document: doc, Index: i})
		if err != nil {
			continue
		}
		file, err := r.instance.FPDFAttachment_GetFile(&requests.FPDFAttachment_GetFile{Attachment: at.Attachment})
		if err != nil || len(file.Contents) == 0 || len(file.Contents) > maxAttachmentBytes {
			continue
		}
		a := Attachment{Data: file.Contents}
		if name, err := r.instance.FPDFAttachment_GetName(&requests.FPDFAttachment_GetName{Attachment: at.Attachment}); err == nil {
			a.Name = name.Name
		}
		out = append(out, a)
	}
	return out, nil
}
