package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"lensd/extract"
)

// printResult shows a result to a person: one line a field, tables as columns.
func printResult(name string, r extract.Result) {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	defer w.Flush()
	for _, page := range r.Pages {
		fmt.Fprintf(w, "%s, page %d, %d x %d\n", name, page.Number, page.Width, page.Height)
		if page.Err != nil {
			fmt.Fprintf(w, "  error\t%s\n", page.Err.Message)
		}
		for _, item := range page.Items {
			printItem(w, item)
		}
	}
}

func printItem(w *tabwriter.Writer, item extract.Item) {
	if m := item.Meter; m != nil {
		fmt.Fprintf(w, "  reading\t%s\t%.2f\tangle %.1f\n", m.Value, m.Confidence, m.Angle)
	}
	for _, f := range item.Fields {
		fmt.Fprintf(w, "  %s\t%s\t%.2f\n", f.Name, f.Value, f.Confidence)
	}
	for _, c := range item.Codes {
		fmt.Fprintf(w, "  code\t%s\t%s\n", c.Text, c.Format)
	}
	for _, t := range item.Tables {
		fmt.Fprintf(w, "  table\t%d x %d\n", t.Rows, t.Columns)
		row := 0
		for _, c := range t.Cells {
			if c.Row != row {
				row = c.Row
				fmt.Fprint(w, "\n  ")
			}
			fmt.Fprint(w, strings.ReplaceAll(c.Text, "\n", " "), "\t")
		}
		fmt.Fprintln(w)
	}
}
