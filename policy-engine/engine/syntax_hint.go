package engine

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// openRule describes a rule with an unclosed bracket. The rule precedes a syntax error.
type openRule struct {
	head    string
	row     int
	bracket byte
}

// Lines implements ast.ErrorDetails.
func (r openRule) Lines() []string { return []string{r.hint()} }

func (r openRule) hint() string {
	closing := map[byte]string{'{': "}", '[': "]", '(': ")"}[r.bracket]
	return fmt.Sprintf("The rule in line %d is not closed, a %s is missing: %s", r.row, closing, r.head)
}

// withOpenRule adds details to each syntax error that follows a rule with an unclosed bracket.
func withOpenRule(err error, source string) error {
	var errs ast.Errors
	if errors.As(err, &errs) {
		for _, each := range errs {
			if each.Code == ast.ParseErr && each.Location != nil {
				if rule, ok := openRuleBefore(source, each.Location.Row); ok {
					each.Details = rule
				}
			}
		}
	}
	return err
}

// beginning matches an unindented line that begins a rule, an import or a package. The lines of a rule's body are
// indented.
var beginning = regexp.MustCompile(`^[A-Za-z_]`)

// openRuleBefore returns the rule before a row that has an unclosed bracket. The parser reports the error where the
// next rule begins, in the first line of that rule, or at the end of the source.
func openRuleBefore(source string, row int) (openRule, bool) {
	lines := strings.Split(source, "\n")
	open := []openRule{}
	begun := openRule{}
	for at := 0; at < len(lines) && at < row; at++ {
		line := lines[at]
		if beginning.MatchString(line) {
			if len(open) > 0 {
				return open[0], true
			}
			begun = openRule{head: strings.TrimSpace(line[:min(len(line), maxTextLength)]), row: at + 1}
		}
		open = openAfter(line, begun, open)
	}
	if len(open) > 0 && row >= len(lines)-1 && strings.TrimSpace(strings.Join(lines[min(row-1, len(lines)):], "")) == "" {
		return open[0], true
	}
	return openRule{}, false
}

// openAfter returns the brackets that are open after a line. It ignores strings and comments, but does not recognize
// raw strings of several lines.
func openAfter(line string, begun openRule, open []openRule) []openRule {
	for at := 0; at < len(line); at++ {
		switch line[at] {
		case '[', '(', '{':
			opened := begun
			opened.bracket = line[at]
			open = append(open, opened)
		case ']', ')', '}':
			open = open[:max(0, len(open)-1)]
		case '#':
			return open
		case '"', '`':
			at = endOf(line, at+1, line[at])
		}
	}
	return open
}

var (
	partialRule  = regexp.MustCompile(`^(\w+)\[(.+?)\]\s*(?::?=\s*(.+?)\s*)?(?:if\s*)?\{`)
	functionRule = regexp.MustCompile(`^(\w+(?:\(.*?\))?)\s*(?::?=\s*(.+?)\s*)?\{`)
)

// modernHint returns a hint on how to write a rule in Rego v1. The argument is the first line of the rule in older
// syntax.
func modernHint(text string) string {
	text = strings.TrimSpace(text)
	if match := partialRule.FindStringSubmatch(text); match != nil {
		if match[3] != "" {
			return fmt.Sprintf("Write %s[%s] := %s if {", match[1], match[2], match[3])
		}
		return fmt.Sprintf("Write %s contains %s if {", match[1], match[2])
	}
	if match := functionRule.FindStringSubmatch(text); match != nil {
		if match[2] != "" {
			return fmt.Sprintf("Write %s := %s if {", match[1], match[2])
		}
		return fmt.Sprintf("Write %s if {", match[1])
	}
	return "Write rules as in Rego v1: deny contains message if { … }."
}
