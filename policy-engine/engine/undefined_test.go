package engine

import (
	"fmt"
	"testing"
)

const countedRules = "package lib.counts\n\nlimit := 3\n\nby_type[t] := n if {\n  some t in [\"a\"]\n  n := 1\n}\n"

func TestReferencesThatNothingDefines(t *testing.T) {
	cases := []struct{ name, query, source, reference, place string }{
		{"a set of another package", "data.p.deny", "deny contains m if some m in data.lib.nope", "data.lib.nope", "p.rego:3:30"},
		{"an import that is used", "data.p.deny", "import data.lib.terraform as tf\n\ndeny contains r if some r in tf.resources", "data.lib.terraform", "p.rego:3:8"},
		{"an import that is used twice", "data.p.deny", "import data.lib.terraform as tf\n\ndeny contains r if {\n  some r in tf.resources\n  not tf.exempt[r]\n}", "data.lib.terraform", "p.rego:3:8"},
		{"a document", "data.p.deny", "deny contains r.type if {\n  some r in input.plan.resource_changes\n  r.type in data.config.forbidden\n}", "data.config.forbidden", "p.rego:5:13"},
		{"in a query", "[x | some x in data.w.deny]", "deny contains 1 if false", "data.w.deny", "query:1:16"},
		{"in another rule", "data.p.deny", "deny contains 1 if names[\"a\"]\n\nnames contains n if some n in data.config.names", "data.config.names", "p.rego:5:31"},
		{"in an else", "data.p.deny", "deny := [1] if input.x\nelse := data.config.list", "data.config.list", "p.rego:4:9"},
		{"in a function", "data.p.deny", "deny contains 1 if f(1)\n\nf(x) if x in data.config.list", "data.config.list", "p.rego:5:14"},
		{"in every", "data.p.deny", "deny contains 1 if every x in data.config.list { x == 1 }", "data.config.list", "p.rego:3:31"},
		{"below a negation", "data.p.deny", "deny contains 1 if not data.config.allowed", "data.config.allowed", "p.rego:3:24"},
		{"a name that is known during the evaluation", "data.p.deny", "deny contains 1 if data.config[input.env].on", "data.config", "p.rego:3:20"},
		{"a rule beside others of its package", "data.p.deny", "deny contains 1 if data.lib.counts.limits > 1", "data.lib.counts.limits", "p.rego:3:20"},
		{"in the old syntax", "data.p.deny", "deny[m] { m := data.config.list[_] }", "data.config.list", "p.rego:3:16"},
		{"in the value of a replacement", "data.p.deny", "deny contains 1 if x with input as data.config.input\n\nx if input.x", "data.config.input", "p.rego:3:36"},
	}
	served := loaded(t, `{"plan": {"resource_changes": []}}`)
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			modules := map[string]string{"p.rego": "package p\n\n" + each.source + "\n", "counts.rego": countedRules}
			request := Request{Op: "check", Input: "a", PolicyQuery: PolicyQuery{Query: each.query}, Modules: modules}
			checked := checkOf(t, request)
			request.Op = "evaluate"
			verdict := verdictOf(t, served, request)

			for _, found := range [][]Problem{ofCode(codeUndefined, checked.Problems), ofCode(codeUndefined, verdict.Problems)} {
				if len(found) != 1 {
					t.Fatalf("%+v", found)
				}
				place := fmt.Sprintf("%s:%d:%d", found[0].File, found[0].Row, found[0].Column)
				if found[0].Reference != each.reference || place != each.place || found[0].Severity != severityError {
					t.Errorf("%+v", found[0])
				}
			}
			if verdict.Status != statusErrored {
				t.Errorf("%+v", verdict)
			}
		})
	}
}

func ofCode(code string, problems []Problem) []Problem {
	found := []Problem{}
	for _, problem := range problems {
		if problem.Code == code {
			found = append(found, problem)
		}
	}
	return found
}

func TestReferencesThatSomethingDefines(t *testing.T) {
	for name, source := range map[string]string{
		"a rule of another package":            "deny contains 1 if data.lib.counts.limit > 1",
		"a member that a rule may give":        "deny contains 1 if data.lib.counts.by_type.b",
		"a package":                            "deny contains 1 if count(data.lib.counts) > 5",
		"packages below a name":                "deny contains 1 if count(data.lib) > 5",
		"a name of the evaluation":             "deny contains 1 if data.lib[input.package].limit",
		"a rule that nothing needs":            "deny contains 1 if false\n\nspare := data.config.list",
		"what the code itself replaces":        "deny contains 1 if count(names) > 1 with data.config as {\"list\": [1]}\n\nnames := data.config.list",
		"a rule of its own by its whole name":  "deny contains 1 if data.p.names.x\n\nnames.x := 1",
		"a rule with a name of the evaluation": "deny contains 1 if data.p.names.x.y\n\nnames[n].y := 1 if some n in input.names",
		"a package without rules":              "import data.lib.none\n\ndeny contains 1 if none.x with data.lib.none as {}",
	} {
		t.Run(name, func(t *testing.T) {
			request := Request{Op: "check", PolicyQuery: PolicyQuery{Query: "data.p.deny"}, Modules: map[string]string{
				"p.rego": "package p\n\n" + source + "\n", "counts.rego": countedRules, "none.rego": "package lib.none\n",
			}}

			if answer := checkOf(t, request); len(answer.Problems) > 0 {
				t.Errorf("%+v", answer.Problems)
			}
		})
	}
}

func TestAnImportThatFindsNothingAndIsNotUsedIsAWarning(t *testing.T) {
	answer := checked(t, "data.p.deny", "package p\n\nimport data.lib.terraform\n\ndeny contains 1 if false\n")

	if found := answer.Problems; len(found) != 1 || found[0].Code != codeUndefined || found[0].Severity != severityWarning || found[0].Row != 3 {
		t.Errorf("%+v", answer.Problems)
	}
}

func TestAReplacementInATestDefinesNothingForTheVerdict(t *testing.T) {
	const source = "package p\n\ndeny contains n if some n in data.config.names\n"
	const test = "package p_test\n\nimport data.p\n\ntest_names if p.deny == {\"a\"} with data.config as {\"names\": [\"a\"]}\n\ntest_own if data.config.names == [1] with data.config.names as [1]\n"
	modules := map[string]string{"p.rego": source, "p_test.rego": test}

	checked := checkOf(t, Request{Op: "check", PolicyQuery: PolicyQuery{Query: "data.p.deny"}, Modules: modules})
	tested := answerOf[TestAnswer](t, &Engine{}, Request{Op: "test", Modules: modules})

	if found := checked.Problems; len(found) != 1 || found[0].File != "p.rego" || found[0].Reference != "data.config.names" {
		t.Errorf("%+v", found)
	}
	if len(tested.Tests) != 2 || tested.Tests[0].Status != statusPassed || tested.Tests[1].Status != statusPassed {
		t.Errorf("%+v", tested)
	}
}

func TestAnImportIsSaidOnceForAllThatIsUsedOfIt(t *testing.T) {
	answer := checked(t, "", "package p\n\nimport data.lib\n\na := lib.x\n\nb := lib.y\n\nc := data.other.z\n")

	if found := ofCode(codeUndefined, answer.Problems); len(found) != 2 || found[0].Reference != "data.lib" || found[1].Reference != "data.other.z" {
		t.Errorf("%+v", found)
	}
}

func TestDataDocumentsDefineWhatTheyHave(t *testing.T) {
	document := Document{File: "data.json", Text: `{"config": {"forbidden": ["a"], "none": null}, "list": [{"x": 1}]}`}
	for reference, isDefined := range map[string]bool{
		"data.config":              true,
		"data.config.forbidden":    true,
		"data.config.forbidden[0]": true,
		"data.config.forbidden[_]": true,
		"data.config[input.x]":     true,
		"data.list[0].x":           true,
		"data.config.forbiden":     false,
		"data.other":               false,
	} {
		t.Run(reference, func(t *testing.T) {
			request := withData("package p\n\ndeny contains 1 if "+reference+"\n", document)
			request.Op = "check"
			answer := checkOf(t, request)

			if found := ofCode(codeUndefined, answer.Problems); (len(found) == 0) != isDefined {
				t.Errorf("%+v", answer.Problems)
			}
		})
	}
}
