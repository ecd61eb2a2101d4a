package engine

import (
	"fmt"
	"strings"
	"testing"
)

// trueText returns the lines of a policy that were true, each preceded by its number.
func trueText(t *testing.T, input, query, source string) string {
	t.Helper()
	request := evaluation(query, source)
	request.TrueLines = true
	verdict := verdictOf(t, loaded(t, input), request)
	if verdict.Status == statusErrored {
		t.Fatalf("%+v", verdict.Problems)
	}
	text := ""
	written := strings.Split(source, "\n")
	for _, lines := range verdict.TrueLines["p.rego"] {
		for row := lines.First; row <= lines.Last; row++ {
			text += fmt.Sprintf("%d %s\n", row, written[row-1])
		}
	}
	return text
}

func TestLinesOfRulesThatWereTrue(t *testing.T) {
	const source = `package p

import data.other

# Finds large changes.
deny contains message if {
	some change in input.changes
	# A comment.
	is_large(change)
	message := sprintf(
		"%s is large",
		[change.name],
	)
}

deny contains "compared" if {
	some change in input.changes
	change.name == "secret-1"
	count(input.changes) > 0
}

deny contains {
	"msg": "a",
	"by": "b",
} if {
	input.changes
}

is_large(change) if change.size > 10

is_large(change) if change.name == "secret-2"

names := {
	"a",
	"b",
}

unused := "secret-3"
`
	text := trueText(t, `{"changes": [{"name": "a", "size": 20}, {"name": "b", "size": 5}]}`, "data.p.deny", source)

	want := `6 deny contains message if {
7 	some change in input.changes
9 	is_large(change)
10 	message := sprintf(
11 		"%s is large",
12 		[change.name],
13 	)
14 }
22 deny contains {
23 	"msg": "a",
24 	"by": "b",
25 } if {
26 	input.changes
27 }
29 is_large(change) if change.size > 10
`
	if text != want {
		t.Error(text)
	}
}

func TestQueriesInRulesThatWereNeverTrue(t *testing.T) {
	const source = `package p

deny contains "none" if {
	count([x |
		some x in input.list
		x == "secret-1"
	]) == 0
	every x in input.list {
		x > 0
	}
	every x in input.none {
		x == "secret-2"
	}
	not input.list[0] == 3
	some y in {z |
		some z in input.list
		count([w | w := z; w == "on the line of what was true"]) == 0
	}
	level == 2
}

level := 1 if {
	input.level == "secret-4"
} else := 2 if {
	input.list
} else := 3 if input.level == "secret-5"

deny contains "line" if count([x |
	some x in input.list
	x == "secret-6"
]) == 0

deny contains x if { some x in input.list; x == "secret-7" } 

short := 1 if input.list
else := 2 if input.level == "secret-8"

deny contains short
`
	text := trueText(t, `{"list": [1, 2], "none": []}`, "data.p.deny", source)

	want := `3 deny contains "none" if {
4 	count([x |
7 	]) == 0
8 	every x in input.list {
9 		x > 0
10 	}
11 	every x in input.none {
13 	}
14 	not input.list[0] == 3
15 	some y in {z |
16 		some z in input.list
17 		count([w | w := z; w == "on the line of what was true"]) == 0
18 	}
19 	level == 2
20 }
24 } else := 2 if {
25 	input.list
28 deny contains "line" if count([x |
31 ]) == 0
35 short := 1 if input.list
38 deny contains short
`
	if text != want {
		t.Error(text)
	}
	if strings.Contains(text, "secret") {
		t.Error("a line that was not true is among them")
	}
}

func TestTrueLinesChangeNoVerdict(t *testing.T) {
	served := loaded(t, `{"list": [3, 1, 2]}`)
	request := evaluation("data.p.deny", "package p\n\ndeny contains x if {\n\tsome x in input.list\n\tprint(x)\n}\n\nwarn contains \"w\"\n")

	without := verdictOf(t, served, request)
	request.TrueLines = true
	with := verdictOf(t, served, request)
	request.PolicyQuery.Query = "data.p.warn"
	other := verdictOf(t, served, request)

	if without.TrueLines != nil || string(encoded(without.Output)) != string(encoded(with.Output)) || len(with.Prints) != len(without.Prints) {
		t.Errorf("%+v %+v", without, with)
	}
	if ranges := with.TrueLines["p.rego"]; len(ranges) != 1 || ranges[0] != (Lines{First: 3, Last: 6}) {
		t.Errorf("%+v", ranges)
	}
	if ranges := other.TrueLines["p.rego"]; len(ranges) != 1 || ranges[0] != (Lines{First: 8, Last: 8}) {
		t.Errorf("%+v", ranges)
	}
}

func TestTrueLinesAreBounded(t *testing.T) {
	source := "package p\n"
	for at := range 2 * maxTrueRanges {
		source += fmt.Sprintf("\ndeny contains %d\n", at)
	}
	request := evaluation("data.p.deny", source)
	request.TrueLines = true

	verdict := verdictOf(t, loaded(t, `{}`), request)

	if ranges := verdict.TrueLines["p.rego"]; len(ranges) != maxTrueRanges {
		t.Errorf("%d ranges", len(ranges))
	}
}
