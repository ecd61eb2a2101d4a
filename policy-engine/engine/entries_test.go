package engine

import (
	"strings"
	"testing"
)

// entryTexts returns the entries of a module, formatted as lines.
func entryTexts(t *testing.T, source string) []string {
	t.Helper()
	answer := checkOf(t, Request{Op: "check", Entries: true, Modules: map[string]string{"p.rego": "package main.s3\n\n" + source + "\n"}})
	lines := []string{}
	for _, each := range answer.Entries {
		line := strings.Join([]string{each.Package, each.Name, each.Rule, each.Kind, each.Query}, " | ")
		if each.IsUsed {
			line += " | used"
		}
		lines = append(lines, line)
	}
	return lines
}

func TestEntries(t *testing.T) {
	const deny = "main.s3 | deny | data.main.s3.deny | "
	cases := []struct {
		name, source string
		want         []string
	}{
		{"a set", "deny contains 1 if input.x", []string{deny + " | data.main.s3.deny"}},
		{"a set in the old syntax", "deny[m] { m := input.x }", []string{deny + " | data.main.s3.deny"}},
		{"names that go on", "deny_x contains 1 if input.x\n\nwarnings_s3 contains 1 if input.x\n\ndenylist := {1}", []string{
			"main.s3 | deny_x | data.main.s3.deny_x |  | data.main.s3.deny_x",
			"main.s3 | warnings_s3 | data.main.s3.warnings_s3 |  | data.main.s3.warnings_s3",
		}},
		{"longer heads", "deny.public contains 1 if input.x\n\ndeny.owner contains 1 if input.y", []string{
			"main.s3 | deny | data.main.s3.deny.owner |  | data.main.s3.deny.owner",
			"main.s3 | deny | data.main.s3.deny.public |  | data.main.s3.deny.public",
		}},
		{"a key", "deny[\"bucket is public\"] if input.x\n\ndeny[\"no owner\"] if input.y", []string{deny + "an object | [m | some m, _ in data.main.s3.deny]"}},
		{"keys that can be false", "deny[\"a\"] := input.x == 1", []string{deny + "an object | [m | some m, true in data.main.s3.deny]"}},
		{"keys of the evaluation", "deny[m] if some m in input.x", []string{deny + "an object | [m | some m, _ in data.main.s3.deny]"}},
		{"texts by keys", "deny[k] := \"no\" if some k in input.x", []string{deny + "an object | [m | some m in data.main.s3.deny]"}},
		{"sets by keys", "deny[k] contains m if some k, m in input.x", []string{deny + "an object | [m | some m in data.main.s3.deny[_]]"}},
		{"a text", "deny := \"no\" if input.x", []string{deny + "a string | [m | m := data.main.s3.deny]"}},
		{"a boolean", "default deny := false\n\ndeny if input.x", []string{deny + "a boolean | [m | data.main.s3.deny; m := \"deny is true\"]"}},
		{"a permission", "default authz := false\n\nauthz if input.x", []string{"main.s3 | authz | data.main.s3.authz | a boolean | [m | not data.main.s3.authz; m := \"not authorized\"]"}},
		{"a list of what is allowed", "allowed := {1}", nil},
		{"a permission of others", "allow if input.x\n\ndeny contains 1 if not allow", []string{
			"main.s3 | allow | data.main.s3.allow | a boolean | [m | not data.main.s3.allow; m := \"not allowed\"] | used",
			deny + " | data.main.s3.deny",
		}},
		{"a function", "deny_threshold(x) := x + 1\n\ntest_deny if deny_threshold(1) == 2", nil},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			if got := entryTexts(t, each.source); strings.Join(got, "\n") != strings.Join(each.want, "\n") {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestQueriesInHintsGiveVerdicts(t *testing.T) {
	cases := []struct{ query, source, input, passing string }{
		{"data.p.authz", "default authz := false\n\nauthz if input.x == 1", `{"x": 2}`, `{"x": 1}`},
		{"data.p.allow", "allow if input.x == 1", `{"x": 2}`, `{"x": 1}`},
		{"data.p.deny", "deny[m] if { some m in input.x }", `{"x": ["a"]}`, `{"x": []}`},
		{"data.p.deny", "deny[\"a b\"] if input.x == 2\n\ndeny[\"c\"] if input.x == 3", `{"x": 2}`, `{"x": 1}`},
		{"data.p.deny[\"a b\"]", "deny[\"a b\"] if input.x == 2", `{"x": 2}`, `{"x": 1}`},
		{"data.p.deny", "deny if input.x == 2", `{"x": 2}`, `{"x": 1}`},
		{"data.p.deny", "deny := \"no\" if input.x == 2", `{"x": 2}`, `{"x": 1}`},
		{"data.p.good", "default good := false\n\ngood if input.x == 1", `{"x": 2}`, `{"x": 1}`},
	}
	for _, each := range cases {
		t.Run(each.query+each.source, func(t *testing.T) {
			source := "package p\n\n" + each.source + "\n"
			problem := checked(t, each.query, source).Problems[0]
			query, _, _ := strings.Cut(strings.TrimPrefix(problem.Hint, "Query "), "]. ")
			query, _, _ = strings.Cut(query+"]", " if a plan passes")

			failing := verdictOf(t, loaded(t, each.input), evaluation(query, source))
			passing := verdictOf(t, loaded(t, each.passing), evaluation(query, source))

			if problem.Code != codeWrongResult || failing.Status != statusFailed || passing.Status != statusPassed {
				t.Errorf("%q %+v %+v", query, failing, passing)
			}
		})
	}
}

func TestUnlistedFilesThatAddToAListedRule(t *testing.T) {
	modules := map[string]string{
		"a.rego":   "package terraform\n\ndeny contains \"a\" if input.x\n",
		"b.rego":   "package terraform\n\ndeny contains \"b\" if input.x\n\ndeny contains \"c\" if input.y\n",
		"lib.rego": "package terraform\n\nhelp := 1\n\nwarn contains \"w\" if input.x\n",
	}
	request := func(op string, own ...string) Request {
		return Request{
			Op: op, Input: "a", Warnings: true, Modules: modules, Own: own,
			PolicyQuery: PolicyQuery{Query: "data.terraform.deny", File: "a.rego", Form: formRaw},
		}
	}
	served := loaded(t, `{"x": 1}`)

	for _, problems := range [][]Problem{checkOf(t, request("check", "a.rego")).Problems, verdictOf(t, served, request("evaluate", "a.rego")).Problems} {
		found := ofCode("unlisted_file", problems)
		if len(found) != 1 || found[0].File != "b.rego" || found[0].Row != 3 || found[0].Severity != severityWarning {
			t.Errorf("%+v", problems)
		}
	}
	if found := ofCode("unlisted_file", checkOf(t, request("check", "a.rego", "b.rego")).Problems); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}
