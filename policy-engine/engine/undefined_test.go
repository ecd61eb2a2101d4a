package engine

import (
	"fmt"
	"strings"
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
		{"in a function", "data.p.deny", "deny contains 1 if f(1)\n\nf(x) if x in data.config.list", "data.config.list", "p.rego:5:14"},
		{"in every", "data.p.deny", "deny contains 1 if every x in data.config.list { x == 1 }", "data.config.list", "p.rego:3:31"},
		{"an operand of a negation", "data.p.deny", "deny contains 1 if not input.a in data.config.list", "data.config.list", "p.rego:3:35"},
		{"an argument of a negation", "data.p.deny", "deny contains 1 if not f(data.config.list)\n\nf(x) if x", "data.config.list", "p.rego:3:26"},
		{"in a rule that is negated elsewhere", "data.p.deny", "deny contains 1 if not f\n\ndeny contains 2 if f\n\nf if data.config.on", "data.config.on", "p.rego:7:6"},
		{"in one of the clauses of a set", "data.p.deny", "deny contains 1 if input.a\n\ndeny contains 2 if data.config.on", "data.config.on", "p.rego:5:20"},
		{"in all clauses", "data.p.deny", "deny contains 1 if f\n\nf if data.config.on\n\nf if data.config.on", "data.config.on", "p.rego:5:6 p.rego:7:6"},
		{"in a comprehension of a rule with a default", "data.p.deny", "default deny := []\n\ndeny := [x | some x in data.config.list]", "data.config.list", "p.rego:5:24"},
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
				if place := placesOf(found); place != each.place {
					t.Fatalf("%+v", found)
				}
				if found[0].Reference != each.reference || found[0].Severity != severityError {
					t.Errorf("%+v", found[0])
				}
			}
			if verdict.Status != statusErrored {
				t.Errorf("%+v", verdict)
			}
		})
	}
}

func placesOf(problems []Problem) string {
	places := []string{}
	for _, problem := range problems {
		places = append(places, fmt.Sprintf("%s:%d:%d", problem.File, problem.Row, problem.Column))
	}
	return strings.Join(places, " ")
}

func TestUndefinedReferencesThatNoVerdictNeeds(t *testing.T) {
	cases := []struct{ name, source, reference, place, status, hint string }{
		{"below a negation", "deny contains 1 if not data.config.allowed", "data.config.allowed", "p.rego:3:24", statusFailed, ""},
		{"below a negation with a key", "deny contains k if { some k in [1]; not data.exemptions[k] }", "data.exemptions", "p.rego:3:41", statusFailed, `{"exemptions": {}}`},
		{"below a negation with a body", "import future.keywords.not\n\ndeny contains 1 if not { data.exemptions[input.id] }", "data.exemptions", "p.rego:5:26", statusFailed, `{"exemptions": {}}`},
		{"in a function that is only negated", "deny contains 1 if not exempt(1)\n\nexempt(a) if data.exemptions.ids[a]", "data.exemptions.ids", "p.rego:5:14", statusFailed, `{"exemptions": {"ids": {}}}`},
		{"in a rule behind one that is only negated", "deny contains 1 if not exempt\n\nexempt if listed\n\nlisted if data.exemptions[_]", "data.exemptions", "p.rego:7:11", statusFailed, `{"exemptions": {}}`},
		{"by an import that is only negated", "import data.exemptions\n\ndeny contains k if { some k in [1]; not exemptions[k] }", "data.exemptions", "p.rego:3:8", statusFailed, `{"exemptions": {}}`},
		{"in a rule with a default", "deny contains 1 if allowed != [1]\n\ndefault allowed := [1]\n\nallowed := data.overrides.acls", "data.overrides.acls", "p.rego:7:12", statusPassed, ""},
		{"in an else", "deny contains 1 if x == 2\n\nx := 1 if input.plan\n\nelse := data.config.list", "data.config.list", "p.rego:7:9", statusPassed, ""},
		{"in a rule with an else", "deny contains 1 if x == 1\n\nx := data.config.list if true\n\nelse := 1", "data.config.list", "p.rego:5:6", statusFailed, ""},
		{"in one of the clauses of a rule", "deny contains 1 if x\n\nx if data.config.on\n\nx if input.plan", "data.config.on", "p.rego:5:6", statusFailed, ""},
		{"in one of the clauses of a function", "deny contains 1 if f(1)\n\nf(x) if data.config.list[x]\n\nf(x) if x == 1", "data.config.list", "p.rego:5:9", statusFailed, `{"config": {"list": {}}}`},
		{"in the old syntax", "deny[m] { not exempt(1); m := 1 }\n\nexempt(a) { data.exemptions[a] }", "data.exemptions", "p.rego:5:13", statusFailed, `{"exemptions": {}}`},
		{"behind no query", "deny contains 1 if false\n\nspare := data.config.list", "data.config.list", "p.rego:5:10", statusPassed, ""},
	}
	served := loaded(t, `{"plan": {"resource_changes": []}}`)
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			modules := map[string]string{"p.rego": "package p\n\n" + each.source + "\n"}
			request := Request{Op: "check", Input: "a", PolicyQuery: PolicyQuery{Query: "data.p.deny"}, Modules: modules}
			checked := checkOf(t, request)
			request.Op = "evaluate"
			verdict := verdictOf(t, served, request)
			again := verdictOf(t, served, request)

			for _, problems := range [][]Problem{checked.Problems, verdict.Problems, again.Problems} {
				found := ofCode(codeUndefined, problems)
				if place := placesOf(found); place != each.place {
					t.Fatalf("%+v", found)
				}
				if found[0].Reference != each.reference || found[0].Severity != severityWarning || !strings.HasSuffix(found[0].Hint, each.hint) {
					t.Errorf("%+v", found[0])
				}
				if (each.hint == "") != (found[0].Hint == "") {
					t.Errorf("%+v", found[0])
				}
			}
			if verdict.Status != each.status {
				t.Errorf("%+v", verdict)
			}
		})
	}
}

func TestEmptyDataSilencesTheWarning(t *testing.T) {
	request := withData("package p\n\ndeny contains 1 if not exempt(input.id)\n\nexempt(a) if data.exemptions[a]\n", Document{File: "data.json", Text: `{"exemptions": {}}`})
	request.Op = "check"

	if answer := checkOf(t, request); len(answer.Problems) > 0 {
		t.Errorf("%+v", answer.Problems)
	}
}

func TestRulesOfOtherPoliciesCauseNoWarning(t *testing.T) {
	modules := map[string]string{"p.rego": "package p\n\ndeny contains 1 if false\n\nspare := data.config.list\n", "lib.rego": "package lib\n\nx := data.config.x\n"}
	places := map[string]string{"": "", "p.rego": "p.rego:5:10"}
	for file, place := range places {
		request := Request{Op: "check", PolicyQuery: PolicyQuery{Query: "data.p.deny", File: file}, Modules: modules, Own: []string{"p.rego"}}

		if answer := checkOf(t, request); placesOf(answer.Problems) != place {
			t.Errorf("%q: %+v", file, answer.Problems)
		}
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

func TestUnusedUndefinedImportIsAWarning(t *testing.T) {
	answer := checked(t, "data.p.deny", "package p\n\nimport data.lib.terraform\n\ndeny contains 1 if false\n")

	if found := answer.Problems; len(found) != 1 || found[0].Code != codeUndefined || found[0].Severity != severityWarning || found[0].Row != 3 {
		t.Errorf("%+v", answer.Problems)
	}
}

func TestReplacementsInTestsDefineNothingForVerdicts(t *testing.T) {
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

func TestUndefinedImportIsReportedOnce(t *testing.T) {
	answer := checked(t, "", "package p\n\nimport data.lib\n\na := lib.x\n\nb := lib.y\n\nc := data.other.z\n")

	if found := ofCode(codeUndefined, answer.Problems); len(found) != 2 || found[0].Reference != "data.lib" || found[1].Reference != "data.other.z" {
		t.Errorf("%+v", found)
	}
}

func TestDataDocumentsDefineTheirMembers(t *testing.T) {
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
