package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"lensd/cmd/lensd/admin"
)

// erase removes what was taken before a day or a time, so that its bytes are gone from the box's files.
func erase(_ context.Context, args []string) error {
	fs := newFlags("erase")
	path := configFlag(fs)
	day := fs.String("before", "", "the first `day` or time that stays")
	if err := parsed(fs.Parse(args)); err != nil {
		return err
	}
	before, err := dayOrTime(*day)
	if err != nil || fs.NArg() > 0 {
		fs.Usage()
		return errors.Join(errUsage, err)
	}
	return withAdmin(*path, func(a admin.Admin) error {
		done, err := a.Erase(before)
		if err == nil {
			fmt.Fprintf(os.Stderr, "erased what was taken before %s: %d readings, %d messages that waited, %d corrected samples, %d copies of the database\n",
				before.Format(time.RFC3339), done.Records, done.Messages, done.Samples, done.Files)
		}
		return err
	})
}

// dayOrTime reads a day of the local calendar or an exact time.
func dayOrTime(s string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	return time.ParseInLocation(time.DateOnly, s, time.Local)
}
