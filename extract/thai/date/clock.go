package date

import "strings"

// clock reads a time of day that begins with run i right behind a date and says how many runs it took: 20:49:07, 9.30 PM,
// เวลา 16.30 น. A dot makes a time only beside one of these words, because amounts have dots too.
func (t text) clock(i int, d *Date) int {
	if !t.has(i, 2) || t.runs[i].n > 2 || t.runs[i+1].n != 2 {
		return 0
	}
	before := strings.Trim(strings.ToLower(t.gap(i)), " ,-/")
	if before != "" && before != "เวลา" && before != "t" && before != "at" {
		return 0
	}
	used := 2
	sep := t.gap(i + 1)
	if sep != ":" && sep != "." {
		return 0
	}
	h, m, s := t.runs[i].value, t.runs[i+1].value, 0
	if t.has(i, 3) && t.gap(i+2) == sep && t.runs[i+2].n == 2 {
		s, used = t.runs[i+2].value, 3
	}
	after := strings.ToLower(strings.TrimLeft(t.gap(i+used), " "))
	thai := strings.HasPrefix(after, "น.") || after == "น" || strings.HasPrefix(after, "น ")
	pm, am := strings.HasPrefix(after, "pm") || strings.HasPrefix(after, "p.m"), strings.HasPrefix(after, "am") || strings.HasPrefix(after, "a.m")
	if sep == "." && !(thai || pm || am || before == "เวลา") {
		return 0
	}
	switch {
	case pm && h < 12:
		h += 12
	case am && h == 12:
		h = 0
	}
	if h > 23 || m > 59 || s > 59 {
		return 0
	}
	d.Hour, d.Minute, d.Second, d.Timed = h, m, s, true
	return used
}

// clockEnd is where a time that ends with run i is printed to: its น. or PM is part of it.
func (t text) clockEnd(i int) int {
	end := t.runs[i].end
	g := t.gap(i + 1)
	for _, word := range []string{" น.", " น", "น.", " PM", " AM", "PM", "AM", " pm", " am", "pm", "am"} {
		if strings.HasPrefix(g, word) {
			return end + len([]rune(word))
		}
	}
	return end
}

// Clock reads a text that is a time of day and nothing else, as columns of times print it: 14:05, 14:05:33, 14.05 น.
func Clock(s string) (hour, minute, second int, ok bool) {
	t := scan("0 " + strings.TrimSpace(s))
	var d Date
	n := t.clock(1, &d)
	if n == 0 || t.clockEnd(n) != len(t.runes) {
		return 0, 0, 0, false
	}
	return d.Hour, d.Minute, d.Second, true
}
