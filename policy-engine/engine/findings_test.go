package engine

import (
	"strings"
	"testing"
)

func TestExpressionsThatAreNeverTrue(t *testing.T) {
	cases := []struct {
		name, source, message, hint string
		row, column                 int
	}{
		{"the place in an array as its member", "deny contains \"x\" if {\n  some i\n  input.plan.resource_changes[i]\n  i.type == \"x\"\n}", "i is a number, so it has no type", "As a key of an array, i is an index", 6, 3},
		{"a member of an array", "deny contains \"x\" if input.plan.resource_changes.type == \"x\"", "input.plan.resource_changes has no value at type", "The value is an array. Write input.plan.resource_changes[_]", 3, 22},
		{"a member of a text", "deny contains \"x\" if input.plan.terraform_version.major == 1", "input.plan.terraform_version is a string, so it has no major", "", 3, 22},
		{"a comparison of types", "deny contains \"x\" if input.plan.complete == \"yes\"", "a boolean and a string are never the same", "", 3, 22},
		{"actions as a text", "deny contains \"x\" if {\n  some r in input.plan.resource_changes\n  r.change.actions == \"delete\"\n}", "an array and a string are never the same", "", 5, 3},
		{"an argument of a function", "deny contains \"x\" if count(input.plan.complete) > 0", "count does not accept the type of this input: a boolean", "", 3, 22},
		{"in a comprehension", "deny contains \"x\" if count([r | some r in input.plan.resource_changes; r.type == 1]) > 0", "a string and a number are never the same", "", 3, 72},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			found := warnings(t, "package p\n\n"+each.source+"\n")

			if len(found) != 1 {
				t.Fatalf("%+v", found)
			}
			got := found[0]
			if got.Code != "never_true" || got.Row != each.row || got.Column != each.column || got.File != "p.rego" {
				t.Errorf("%+v", got)
			}
			if !strings.Contains(got.Message, each.message) || !strings.HasPrefix(got.Hint, each.hint) {
				t.Errorf("%q %q", got.Message, got.Hint)
			}
		})
	}
}

func TestPossibleInputCausesNoWarning(t *testing.T) {
	for _, source := range []string{
		`deny contains "x" if input.run.message == null`,
		`deny contains "x" if input.run.is_destroy == "true"`,
		`deny contains "x" if input.run.custom.member == 5`,
		`deny contains "x" if input.run.workspace == {"name": "shop"}`,
		`deny contains "x" if input == {"plan": {}}`,
		`deny contains "x" if count(input) > 3`,
		`deny contains "x" if { some r in input.plan.resource_changes; r.change.after == null }`,
		`deny contains "x" if { some r in input.plan.resource_changes; r.change.after.tags.Owner == 1 }`,
		`deny contains "x" if { some r in input.plan.resource_changes; r.index == 0 }`,
		`deny contains "x" if { some r in array.concat(input.plan.resource_changes, input.plan.resource_drift); r.change.after.x }`,
		`deny contains "x" if { some r in [input.run, input.run.workspace]; r.other == 1 }`,
		`deny contains "x" if { walk(input.plan.planned_values.root_module, [_, value]); value.type == "x" }`,
		`deny contains "x" if input.plan.variables.region.value == "eu"`,
		`deny contains "x" if input.plan.output_changes[_].after == 1`,
	} {
		if found := warnings(t, "package p\n\n"+source+"\n"); len(found) > 0 {
			t.Errorf("%s: %+v", source, found)
		}
	}
}
