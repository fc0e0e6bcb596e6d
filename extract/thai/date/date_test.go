package date_test

import (
	"testing"
	"time"

	"lensd/extract/thai/date"
)

func TestParse(t *testing.T) {
	spring := date.Options{Near: time.Date(2025, 4, 1, 0, 0, 0, 0, time.UTC)}
	for _, c := range []struct {
		text string
		opt  date.Options
		want string
	}{
		{"9 เมษายน 2565", date.Options{}, "2022-04-09"},
		{"9 เมษายน พ.ศ. 2565", date.Options{}, "2022-04-09"},
		{"ลงวันที่ 9 เดือน เมษายน พ.ศ. 2565", date.Options{}, "2022-04-09"},
		{"วันพุธที่ 6 เมษายน 2565", date.Options{}, "2022-04-06"},
		{"9เมษายน2565", date.Options{}, "2022-04-09"},
		{"9 เม.ย. 65", date.Options{}, "2022-04-09"},
		{"9 เม.ย.65", date.Options{}, "2022-04-09"},
		{"9 เมย 65", date.Options{}, "2022-04-09"},
		{"9 ก.ุค. 65", date.Options{}, "2022-07-09"},
		{"9 มีย 65", date.Options{}, "2022-06-09"},
		{"9 พฤศจกายน 2565", date.Options{}, "2022-11-09"},
		{"30/06/2565", date.Options{}, "2022-06-30"},
		{"30-06-2565", date.Options{}, "2022-06-30"},
		{"30.06.2565", date.Options{}, "2022-06-30"},
		{"30 / 06 / 2565", date.Options{}, "2022-06-30"},
		{"2022-06-30", date.Options{}, "2022-06-30"},
		{"2022-06-30T08:05:09", date.Options{}, "2022-06-30T08:05:09"},
		{"04/03/66", date.Options{}, "2023-03-04"},
		{"04/03/23", date.Options{}, ""},
		{"04/03/23", date.Options{Era: date.CE}, "2023-03-04"},
		{"04/03/23", date.Options{Era: date.BE}, "1980-03-04"},
		{"04/03/23", spring, "2023-03-04"},
		{"04/03/66", spring, "2023-03-04"},
		{"02/03/2021 21:08:33", date.Options{}, "2021-03-02T21:08:33"},
		{"02/03/64 21:08", date.Options{Era: date.BE}, "2021-03-02T21:08:00"},
		{"02/03/2021 9:08 PM", date.Options{}, "2021-03-02T21:08:00"},
		{"29 กุมภาพันธ์ 2563", date.Options{}, "2020-02-29"},
		{"29/02/2564", date.Options{}, ""},
		{"๗ ตุลาคม ๒๕๖๔", date.Options{}, "2021-10-07"},
		{"7 OCT 2021", date.Options{}, "2021-10-07"},
		{"07-Oct-21", date.Options{}, "2021-10-07"},
		{"7-Oct-85", date.Options{}, "1985-10-07"},
		{"October 7, 2021", date.Options{}, "2021-10-07"},
		{"7 ต.ค. 2564 เวลา 08.05 น.", date.Options{}, "2021-10-07T08:05:00"},
		{"7 ตุลาคม ค.ศ. 2021", date.Options{}, "2021-10-07"},
		{"7 février 2021", date.Options{}, "2021-02-07"},
		{"06/13/2026", date.Options{}, "2026-06-13"},
		{"06/05/2026", date.Options{MonthFirst: true}, "2026-06-05"},
		{"7/10", date.Options{Year: 2021}, "2021-10-07"},
		{"24.04.", date.Options{Year: 2021}, "2021-04-24"},
		{"7 Oct", date.Options{Year: 2021}, "2021-10-07"},
		{"7/10", date.Options{}, ""},
		{"7.10", date.Options{Year: 2021}, ""},
		{"2564", date.Options{}, ""},
		{"ก.ค. - ก.ย. 2564", date.Options{}, ""},
		{"12 ค.ศ. 2021", date.Options{}, ""},
		{"31/04/2564", date.Options{}, ""},
		{"1,234.05", date.Options{Year: 2021}, ""},
		{"123-4-56789-0", date.Options{}, ""},
		{"ใบเสร็จรับเงิน", date.Options{}, ""},
		{"", date.Options{}, ""},
	} {
		d, ok := date.Parse(c.text, c.opt)
		got := ""
		if ok {
			got = d.ISO()
		}
		if got != c.want {
			t.Errorf("Parse(%q, %+v) = %q, want %q", c.text, c.opt, got, c.want)
		}
	}
}

func TestFindListsBothEndsOfAPeriod(t *testing.T) {
	for _, c := range []struct {
		text       string
		opt        date.Options
		want       []string
		start, end int
	}{
		{"รอบบัญชี 01/05/2564 ถึง 08/06/2564 หน้า 1/3", date.Options{}, []string{"2021-05-01", "2021-06-08"}, 9, 34},
		{"1 ม.ค. 64 - 31 ม.ค. 64", date.Options{}, []string{"2021-01-01", "2021-01-31"}, 0, 22},
		{"Jan 1, 2021 to Jan 31, 2021", date.Options{}, []string{"2021-01-01", "2021-01-31"}, 0, 27},
		{"2021-01-01 - 2021-01-31", date.Options{}, []string{"2021-01-01", "2021-01-31"}, 0, 23},
	} {
		all := date.Find(c.text, c.opt)
		if len(all) != len(c.want) {
			t.Fatalf("Find(%q) = %v, want %v", c.text, all, c.want)
		}
		for i, w := range c.want {
			if all[i].ISO() != w {
				t.Errorf("Find(%q)[%d] = %s, want %s", c.text, i, all[i].ISO(), w)
			}
		}
		if s, e := all[0].Start, all[len(all)-1].End; s != c.start || e != c.end {
			t.Errorf("Find(%q) spans %d to %d, want %d to %d", c.text, s, e, c.start, c.end)
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		"09/04/2565": true, "9 เม.ย. 65": true, "09/04/2565 10:15": true, "7 ต.ค. 2564 เวลา 08.05 น.": true, "October 7, 2021": true,
		"วันที่ 09/04/2565": false, "09/04/2565 โอนเงิน": false, "09/04/2565 - 10/04/2565": false, "โอนเงิน": false,
	} {
		if got := date.Is(text, date.Options{}); got != want {
			t.Errorf("Is(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestClock(t *testing.T) {
	for text, want := range map[string]int{"14:05": 14*3600 + 5*60, "14:05:33": 14*3600 + 5*60 + 33, "14.05 น.": 14*3600 + 5*60, "2:05 PM": 14*3600 + 5*60,
		"14.05": -1, "25:00": -1, "14:05 ATM": -1, "12/05": -1, "": -1} {
		h, m, s, ok := date.Clock(text)
		got := h*3600 + m*60 + s
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("Clock(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestDateTimeIsMidnightWithoutATime(t *testing.T) {
	d, _ := date.Parse("9 เม.ย. 65", date.Options{})
	if got := d.DateTime(); got != "2022-04-09T00:00:00" || d.Printed != date.BE || d.Digits != 2 {
		t.Errorf("got %s, era %v, %d digits", got, d.Printed, d.Digits)
	}
	if got := d.Time(); !got.Equal(time.Date(2022, 4, 9, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("Time() = %v", got)
	}
}
