package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"lensd/cmd/lensd/config"
)

// shown are the commands for people.
func shown() (out []command) {
	for _, c := range commands() {
		if c.about != "" {
			out = append(out, c)
		}
	}
	return out
}

const exitCodes = "0: done. 1: something could not be done; of several files at least one could not be read. 2: called wrongly."

// help lists the commands, or tells of one as its -h does.
func help(ctx context.Context, args []string) error {
	if len(args) > 0 {
		if args[0] == "help" || args[0] == "man" || args[0] == "completion" || args[0] == "version" {
			fmt.Println("usage: lensd", usageOf(args[0]))
			return nil
		}
		return dispatch(ctx, []string{args[0], "-h"})
	}
	writeHelp(os.Stdout)
	return nil
}

func writeHelp(w io.Writer) {
	fmt.Fprint(w, "lensd reads meters, labels and documents on the box.\n\n")
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, c := range shown() {
		fmt.Fprintf(t, "  lensd %s\t%s\n", c.name, c.about)
	}
	_ = t.Flush() // a terminal that has gone needs nothing
	fmt.Fprintf(w, "\nlensd help COMMAND tells more. Kinds: %s, and those of your own (kinds.md).\nExit: %s\n", strings.Join(config.StationKinds(), ", "), exitCodes)
}

// printManual writes the manual page, which the package installs.
func printManual(context.Context, []string) error { return writeManual(os.Stdout) }

func writeManual(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH LENSD 1 \"\" \"lensd %s\" \"User Commands\"\n.SH NAME\nlensd \\- reads meters, labels and documents on the box\n.SH SYNOPSIS\n", roff(version))
	for _, c := range shown() {
		fmt.Fprintf(&b, ".B lensd %s\n%s\n.br\n", c.name, roff(c.usage))
	}
	b.WriteString(".SH COMMANDS\n")
	for _, c := range shown() {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s.\n", c.name, roff(strings.ToUpper(c.about[:1])+c.about[1:]))
	}
	fmt.Fprintf(&b, ".SH KINDS\n%s\n", roff(strings.Join(config.StationKinds(), ", ")))
	fmt.Fprintf(&b, ".SH EXIT STATUS\n%s\n.SH FILES\n.I /etc/lensd/lensd.yaml\n.br\n.I /var/lib/lensd\n.br\n.I /usr/share/doc/lensd\n", roff(exitCodes))
	_, err := io.WriteString(w, b.String())
	return err
}

func roff(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(s)
}

// printCompletion writes what a shell completes: commands, kinds behind read, verbs behind key, files.
func printCompletion(_ context.Context, args []string) error {
	var names []string
	for _, c := range shown() {
		names = append(names, c.name)
	}
	script, known := completions()[wordAt(args, 0)]
	if !known || len(args) != 1 {
		return fmt.Errorf("usage: lensd %s; %w", usageOf("completion"), errUsage)
	}
	_, err := fmt.Print(strings.NewReplacer("COMMANDS", strings.Join(names, " "), "KINDS", strings.Join(config.StationKinds(), " ")).Replace(script))
	return err
}

func completions() map[string]string {
	const bash = `_lensd() {
	local word=${COMP_WORDS[COMP_CWORD]} words=
	if [ "$COMP_CWORD" -eq 1 ]; then words="COMMANDS"
	elif [ "$COMP_CWORD" -eq 2 ]; then
		case ${COMP_WORDS[1]} in
		read) words="KINDS" ;;
		key) words="add list revoke" ;;
		export) words="samples" ;;
		completion) words="bash zsh fish" ;;
		help) words="COMMANDS" ;;
		esac
	fi
	if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _lensd lensd
`
	const fish = `complete -c lensd -n __fish_use_subcommand -f -a "COMMANDS"
complete -c lensd -n "__fish_seen_subcommand_from read" -a "KINDS"
complete -c lensd -n "__fish_seen_subcommand_from key" -f -a "add list revoke"
complete -c lensd -n "__fish_seen_subcommand_from completion" -f -a "bash zsh fish"
`
	return map[string]string{"bash": bash, "zsh": "autoload -U +X bashcompinit && bashcompinit\n" + bash, "fish": fish}
}
