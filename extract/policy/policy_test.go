package policy_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/form/formtest"
	"lensd/extract/policy"
)

// columns is a policy whose vehicle stands in a table, the plate over its province.
func columns() *formtest.Sheet {
	s := formtest.New()
	s.Put(400, 60, "ตารางกรมธรรม์ประกันภัยรถยนต์")
	s.Put(60, 120, "รหัสตัวแทน 608211").Put(600, 120, "กรมธรรม์ประกันภัยเลขที่").Put(860, 120, "V-77/1234567")
	s.Put(60, 200, "ระยะเวลาประกันภัย").Put(300, 200, "เริ่มต้นวันที่").Put(480, 200, "9 มีนาคม 2567").Put(680, 200, "สิ้นสุดวันที่").Put(840, 200, "9 มีนาคม 2568").Put(1020, 200, "เวลา 16.30 น.")
	s.Put(60, 280, "ลำดับ").Put(160, 280, "ชื่อรถยนต์/รุ่น").Put(420, 280, "เลขทะเบียน").Put(640, 280, "เลขตัวถัง").Put(1000, 280, "ปี/รุ่น")
	s.Put(70, 330, "1").Put(160, 330, "TOYOTA YARIS").Put(430, 320, "1กข 234").Put(420, 360, "เชียงใหม่").Put(620, 330, "MR053HY93O5123456").Put(1000, 330, "2562")
	return s.Put(60, 480, "วันทำสัญญาประกันภัย 1 มีนาคม 2567")
}

// list is a policy with a caption and its value in each row, without a province.
func list() *formtest.Sheet {
	s := formtest.New()
	s.Put(400, 60, "COMPULSORY MOTOR INSURANCE SCHEDULE")
	s.Put(60, 120, "Policy No.: 9099-1872/67")
	s.Put(60, 160, "From 1/2/67 To 1/2/68")
	s.Put(60, 220, "Make & Model: ISUZU D-MAX")
	s.Put(60, 260, "Registration No.: 70-1234")
	return s.Put(60, 300, "Chassis No.: MP1TFR86JLT000123")
}

func read(t *testing.T, s extract.Sheet) []extract.Field {
	t.Helper()
	r, err := policy.New()
	require.NoError(t, err)
	item, err := r.Read(context.Background(), s)
	require.NoError(t, err)
	return item.Fields
}

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		sheet *formtest.Sheet
		want  [][2]string
	}{
		"columns": {columns(), [][2]string{
			{"CAR_POLICY_NO", "V-77/1234567"}, {"CAR_POLICY_START_DATE", "9 มีนาคม 2567"}, {"CAR_POLICY_END_DATE", "9 มีนาคม 2568"},
			{"CAR_MAKE_MODEL", "TOYOTA YARIS"}, {"CAR_LICENSE_NO", "1กข 234"}, {"CAR_LICENSE_NO", "เชียงใหม่"}, {"CAR_CHASSIS_NO", "MR053HY9305123456"}}},
		"list": {list(), [][2]string{
			{"CAR_POLICY_NO", "9099-1872/67"}, {"CAR_POLICY_START_DATE", "1/2/67"}, {"CAR_POLICY_END_DATE", "1/2/68"},
			{"CAR_MAKE_MODEL", "ISUZU D-MAX"}, {"CAR_LICENSE_NO", "70-1234"}, {"CAR_CHASSIS_NO", "MP1TFR86JLT000123"}}},
	} {
		var got [][2]string
		for _, f := range read(t, c.sheet) {
			got = append(got, [2]string{f.Name, f.Value})
			assert.NotEmpty(t, f.Quads, "%s: %s", name, f.Name)
		}
		assert.Equal(t, c.want, got, name)
	}
}

// TestPeriodOfAYear: a period that is one is sure, another is not.
func TestPeriodOfAYear(t *testing.T) {
	s := list()
	assert.Greater(t, read(t, s)[1].Confidence, 0.85)
	s.Page.Lines[2].Text.Value = "From 1/2/67 To 1/9/68"
	assert.Less(t, read(t, s)[1].Confidence, 0.8)
}

func TestReadNothing(t *testing.T) {
	r, err := policy.New()
	require.NoError(t, err)
	_, err = r.Read(context.Background(), formtest.New().Put(50, 50, "ใบเสร็จรับเงิน"))
	assert.Equal(t, extract.KindNotFound, extract.KindOf(err))
}

// TestPlates: behind the long caption of a vehicle's plate, with blanks around its dash and the province behind it, and away from its
// head with the province below.
func TestPlates(t *testing.T) {
	with := func(at ...func(*formtest.Sheet)) [][2]string {
		s := formtest.New()
		s.Put(400, 60, "ตารางกรมธรรม์ประกันภัยรถยนต์").Put(60, 120, "กรมธรรม์เลขที่ 9099-1872/67").Put(60, 160, "เลขตัวถัง MP1TFR86JLT000123")
		for _, put := range at {
			put(s)
		}
		var got [][2]string
		for _, f := range read(t, s) {
			if f.Name == "CAR_LICENSE_NO" {
				got = append(got, [2]string{f.Name, f.Value})
			}
		}
		return got
	}
	want := [][2]string{{"CAR_LICENSE_NO", "1กข 234"}, {"CAR_LICENSE_NO", "เชียงใหม่"}}
	assert.Equal(t, want, with(func(s *formtest.Sheet) {
		s.Put(60, 240, "เลขทะเบียนรถยนต์").Put(500, 240, "1กข 234").Put(500, 270, "เชียงใหม่")
	}))
	assert.Equal(t, [][2]string{{"CAR_LICENSE_NO", "รพ -7182"}, {"CAR_LICENSE_NO", "นครพนม"}}, with(func(s *formtest.Sheet) {
		s.Put(60, 240, "เลขทะเบียน").Put(260, 240, "รพ -7182 นครพนม")
	}))
	assert.Equal(t, want, with(func(s *formtest.Sheet) {
		s.Put(60, 240, "ปี").Put(300, 240, "รหัส").Put(460, 240, "เลขทะเบียน").Put(100, 290, "2560").Put(320, 290, "210").Put(900, 290, "1กข 234").Put(890, 330, "เชียงใหม่")
	}))
}
