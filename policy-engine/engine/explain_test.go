package engine

import (
	"fmt"
	"strings"
	"testing"
)

func TestExplanationTracesEachRule(t *testing.T) {
	const source = `package p

deny contains message if {
	some change in input.changes
	is_large(change)
	message := change.name
}

deny contains "none" if {
	count(input.changes) == 0
}

is_large(change) if change.size > 10

unused if input.x
`
	served := loaded(t, `{"changes": [{"name": "a", "size": 20}, {"name": "b", "size": 5}, {"name": "c", "size": 6}]}`)
	request := evaluation("data.p.deny", source)
	request.Explain = true

	verdict := verdictOf(t, served, request)

	lines := []string{}
	for _, rule := range verdict.Traces {
		lines = append(lines, fmt.Sprintf("%s:%d %s %d", rule.File, rule.Row, rule.Name, rule.Count))
		for _, values := range rule.Values {
			lines = append(lines, "  with "+valuesText(values))
		}
		for _, stop := range rule.Stops {
			lines = append(lines, fmt.Sprintf("  not %d %s, %d: %s", stop.Row, stop.Expression, stop.Count, valuesText(stop.Values)))
		}
	}
	want := []string{
		"p.rego:3 data.p.deny 1",
		`  with change={"name": "a", "size": 20} message="a"`,
		`  not 5 is_large(change), 2: change={"name": "b", "size": 5}`,
		"p.rego:9 data.p.deny 0",
		`  not 10 count(input.changes) == 0, 1: count(input.changes)=3 input.changes=[{"name": "a", "size": 20}, {"name": "b", "size": 5}, {"name": "c", "size": 6}]`,
		"p.rego:13 data.p.is_large 1",
		`  with change={"name": "a", "size": 20}`,
		`  not 13 change.size > 10, 2: change.size=5 change={"name": "b", "size": 5}`,
	}
	if verdict.Status != statusFailed || strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\n%s", verdict.Status, strings.Join(lines, "\n"))
	}
}

func valuesText(values []NamedValue) string {
	texts := []string{}
	for _, each := range values {
		texts = append(texts, each.Name+"="+each.Value)
	}
	return strings.Join(texts, " ")
}

func TestExplanationIsLimited(t *testing.T) {
	source := "package p\n"
	for at := range 200 {
		source += fmt.Sprintf("\ndeny contains \"m%d\" if { some x in numbers.range(1, 20); x > %d }\n", at, 18)
	}
	request := evaluation("data.p.deny", source)
	request.Explain = true

	verdict := verdictOf(t, loaded(t, `{}`), request)

	if len(verdict.Traces) != maxTracedRules || len(encoded(verdict.Traces)) > 200_000 {
		t.Errorf("%d rules, %d bytes", len(verdict.Traces), len(encoded(verdict.Traces)))
	}
}
