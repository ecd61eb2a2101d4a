package engine

import (
	"strings"
	"testing"
)

func TestAFailedBuiltinIsAWarning(t *testing.T) {
	const document = `{"resource_changes": [{"address": "a", "policy": "\ufeff{}"}, {"address": "b", "policy": "{\"x\": 1"}, {"address": "c", "policy": "{\"x\": 2}"}]}`
	const each = "  some r in input.resource_changes\n"
	cases := []struct{ name, source, place, message string }{
		{"in a rule", "deny contains r.address if {\n" + each + "  json.unmarshal(r.policy).x > 1\n}", "p.rego:5:3", "the result depends on json.unmarshal, which failed"},
		{"with a value of another kind", "deny contains r.address if {\n" + each + "  startswith(r, \"a\")\n}", "p.rego:5:3", "the result depends on startswith, which failed: operand 1 must be string but got object"},
		{"in a function", "deny contains r.address if {\n" + each + "  f(r)\n}\n\nf(r) if json.unmarshal(r.policy).x > 1", "p.rego:8:9", "the result depends on json.unmarshal, which failed"},
		{"in a comprehension", "deny := [x | some r in input.resource_changes; x := json.unmarshal(r.policy)]", "p.rego:3:53", "the result depends on json.unmarshal, which failed"},
		{"in an argument of a negation", "deny contains r.address if {\n" + each + "  not startswith(json.unmarshal(r.policy).y, \"a\")\n}", "p.rego:5:18", "the result depends on json.unmarshal, which failed"},
		{"under not", "deny contains r.address if {\n" + each + "  not json.unmarshal(r.policy)\n}", "", ""},
		{"in a function that is only negated", "deny contains r.address if {\n" + each + "  not f(r)\n}\n\nf(r) if json.unmarshal(r.policy)", "", ""},
		{"in a function that is also negated", "deny contains r.address if {\n" + each + "  not f(r)\n}\n\ndeny contains r.address if {\n" + each + "  f(r)\n}\n\nf(r) if json.unmarshal(r.policy)", "p.rego:13:9", "the result depends on json.unmarshal, which failed"},
	}
	served := loaded(t, document)
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			verdict := verdictOf(t, served, evaluation("data.p.deny", "package p\n\n"+test.source+"\n"))

			if verdict.Status == statusErrored || placesOf(verdict.Problems) != test.place {
				t.Fatalf("%+v", verdict)
			}
			for _, problem := range verdict.Problems {
				if problem.Code != "builtin_failed" || problem.Severity != severityWarning || problem.Message != test.message {
					t.Errorf("%+v", problem)
				}
			}
		})
	}
}

func TestAFailedBuiltinInAQueryNamesTheQuery(t *testing.T) {
	served := loaded(t, `{"a": "secret-value"}`)

	verdict := verdictOf(t, served, evaluation("[x | x := time.parse_rfc3339_ns(input.a)]", "package p\n"))

	if placesOf(verdict.Problems) != "query:1:11" || strings.Contains(verdict.Problems[0].Message, "secret") {
		t.Errorf("%+v", verdict)
	}
}
