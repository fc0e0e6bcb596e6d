package printed

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
)

// PDF writes a PDF of A4 pages, each with the given lines of Helvetica at 12 points: line i stands 72 points from the left
// and 100+24*i points from the top. A password locks it in the oldest way of the format (40-bit RC4), which every reader
// still opens. Lines are Latin-1 without parentheses and backslashes.
func PDF(password string, pages ...[]string) []byte {
	w := pdfWriter{lock: newLock(password)}
	w.buf.WriteString("%PDF-1.4\n")
	kids := ""
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", 4+2*i)
	}
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	w.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(pages)))
	w.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for i, lines := range pages {
		w.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", 5+2*i))
		var text bytes.Buffer
		for k, l := range lines {
			fmt.Fprintf(&text, "BT /F1 12 Tf 72 %d Td (%s) Tj ET\n", 842-100-24*k, l)
		}
		w.stream(text.Bytes())
	}
	return w.finish()
}

type pdfWriter struct {
	buf  bytes.Buffer
	at   []int // offsets of the objects
	lock *pdfLock
}

func (w *pdfWriter) object(body string) {
	w.at = append(w.at, w.buf.Len())
	fmt.Fprintf(&w.buf, "%d 0 obj\n%s\nendobj\n", len(w.at), body)
}

func (w *pdfWriter) stream(b []byte) {
	if w.lock != nil {
		b = w.lock.encrypt(len(w.at)+1, b)
	}
	w.object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(b), b))
}

func (w *pdfWriter) finish() []byte {
	extra := ""
	if w.lock != nil {
		w.object(fmt.Sprintf("<< /Filter /Standard /V 1 /R 2 /O <%x> /U <%x> /P -4 >>", w.lock.owner, w.lock.user))
		extra = fmt.Sprintf(" /Encrypt %d 0 R /ID [<%x> <%x>]", len(w.at), w.lock.id, w.lock.id)
	}
	start := w.buf.Len()
	fmt.Fprintf(&w.buf, "xref\n0 %d\n0000000000 65535 f \n", len(w.at)+1)
	for _, at := range w.at {
		fmt.Fprintf(&w.buf, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&w.buf, "trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n", len(w.at)+1, extra, start)
	return w.buf.Bytes()
}

// pdfLock is the standard security handler of revision 2 (PDF 1.4 reference, section 3.5), owner's password as the user's.
type pdfLock struct{ key, owner, user, id []byte }

func newLock(password string) *pdfLock {
	if password == "" {
		return nil
	}
	fill := []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")
	padded := append([]byte(password), fill...)[:32]
	l := &pdfLock{id: []byte("0123456789abcdef")}
	ownerKey := md5.Sum(padded)
	l.owner = cipher(ownerKey[:5], padded)
	sum := md5.Sum(append(binary.LittleEndian.AppendUint32(append(bytes.Clone(padded), l.owner...), ^uint32(3)), l.id...))
	l.key = sum[:5]
	l.user = cipher(l.key, fill)
	return l
}

func (l *pdfLock) encrypt(object int, b []byte) []byte {
	sum := md5.Sum(append(bytes.Clone(l.key), byte(object), byte(object>>8), byte(object>>16), 0, 0))
	return cipher(sum[:10], b)
}

func cipher(key, b []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err) // the key's length is ours
	}
	out := make([]byte, len(b))
	c.XORKeyStream(out, b)
	return out
}
