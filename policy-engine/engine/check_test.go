package engine

import (
	"strings"
	"testing"
)

func checked(t *testing.T, query, source string) CheckAnswer {
	t.Helper()
	request := Request{Op: "check", PolicyQuery: PolicyQuery{Query: query}, Modules: map[string]string{"p.rego": source}}
	return checkOf(t, request)
}

func TestErrorsHaveLocations(t *testing.T) {
	cases := []struct {
		name, source string
		row, column  int
		code, text   string
	}{
		{"a brace is missing", "package p\n\ndeny contains m if {\n  m := \"no\"\n", 5, 1, "rego_parse_error", ""},
		{"a variable has no value", "package p\n\ndeny contains m if {\n  r.type == \"x\"\n  m := 1\n}\n", 4, 3, "rego_unsafe_var_error", "var r is unsafe"},
		{"a function is misspelt", "package p\n\ndeny contains m if {\n  m := sprintff(\"%s\", [1])\n}\n", 4, 8, "rego_type_error", "sprintff"},
		{"an argument is missing", "package p\n\ndeny contains m if {\n  m := sprintf(\"%s\")\n}\n", 4, 8, "rego_type_error", "sprintf"},
		{"a type is wrong", "package p\n\ndeny contains m if {\n  count(5) > 1\n  m := 1\n}\n", 4, 3, "rego_type_error", "count"},
		{"rules contradict each other", "package p\n\nx := 1\n\nx contains 2 if true\n", 0, 0, "rego_type_error", "data.p.x"},
		{"there is no package", "deny contains 1 if true\n", 1, 1, "rego_parse_error", "package expected"},
		{"a string does not end", "package p\n\ndeny contains \"abc if true\n", 3, 15, "rego_parse_error", ""},
		{"a variable gets two values", "package p\n\ndeny contains m if {\n  m := 1\n  m := 2\n}\n", 5, 3, "rego_compile_error", "m"},
		{"an unknown function of a package", "package p\n\ndeny contains 1 if {\n  data.p.helpr(1)\n}\n\nhelper(_) := 1\n", 4, 3, "rego_type_error", "data.p.helpr"},
		{"rules need each other", "package p\n\nf(x) := g(x)\n\ng(x) := f(x)\n\ndeny contains f(1)\n", 3, 1, "rego_recursion_error", "recursive"},
		{"the network is reached", "package p\n\ndeny contains r if {\n  r := http.send({\"method\": \"GET\"})\n}\n", 4, 8, "rego_type_error", "http.send"},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			answer := checked(t, "data.p.deny", each.source)

			if len(answer.Problems) == 0 {
				t.Fatal("there is no problem")
			}
			problem := answer.Problems[0]
			if problem.Code != each.code || problem.Severity != severityError || problem.File != "p.rego" || problem.Row == 0 || problem.Column == 0 {
				t.Errorf("%+v", problem)
			}
			if each.row != 0 && problem.Row != each.row || each.column != 0 && problem.Column != each.column {
				t.Errorf("%d:%d in %+v", each.row, each.column, problem)
			}
			if !strings.Contains(problem.Message, each.text) {
				t.Error(problem.Message)
			}
		})
	}
}

func TestHints(t *testing.T) {
	const source = "package buckets\n\ndeny contains 1 if input.x\n"
	cases := []struct{ query, source, hint string }{
		{"data.buckets.deny", "package buckets\n\ndeny contains sprintff(\"\", [])\n", "Did you mean sprintf?"},
		{"data.buckets.deny", "package buckets\n\ndeny contains opa.runtime()\n", "Policies can access neither the network nor the process"},
		{"data.bucket.deny", source, "Did you mean data.buckets.deny?"},
		{"data.buckets", source, "The policy's rules are data.buckets.deny."},
		{"buckets.deny", source, "Did you mean data.buckets.deny?"},
		{"", source, "The policy's rules are data.buckets.deny."},
	}
	for _, each := range cases {
		t.Run(each.query+each.hint, func(t *testing.T) {
			answer := checked(t, each.query, each.source)

			if len(answer.Problems) != 1 || !strings.HasPrefix(answer.Problems[0].Hint, each.hint) {
				t.Errorf("%+v", answer.Problems)
			}
		})
	}
}

func TestHintsAboutSyntax(t *testing.T) {
	const open = "The rule in line 5 is not closed, a } is missing: deny contains m if {"
	cases := []struct {
		name, source, hint string
		row                int
	}{
		{"a set", "deny[m] {\n  m := 1\n}", "Write deny contains m if {", 5},
		{"a set of texts", "deny[\"a [b]\"] { true }", "Write deny contains \"a [b]\" if {", 5},
		{"an object", "deny[m] = y {\n  y := 1\n  m := 1\n}", "Write deny[m] := y if {", 5},
		{"a boolean", "allow {\n  true\n}", "Write allow if {", 5},
		{"a function", "f(x, y) = z { z := x + y }", "Write f(x, y) := z if {", 5},
		{"a rule at the end", "deny contains m if {\n  m := 1", open, 7},
		{"a rule before another", "deny contains m if {\n  m := 1\n\nwarn contains m if {\n  m := 1\n}", open, 8},
		{"a rule after a closed one", "y if { true }\n\ndeny contains m if {\n  m := \"{}\" # }\n\nz := 1", "The rule in line 7 is not closed", 11},
		{"a list in a rule", "deny contains m if {\n  m := [1\n}\n\nwarn := 1", "", 7},
		{"a brace too many", "deny contains m if {\n  m := 1\n}}\n\nwarn := 1", "", 7},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			answer := checked(t, "data.p.deny", "package p\n\nx if true\n\n"+each.source+"\n")

			if found := answer.Problems; len(found) != 1 || found[0].Row != each.row || !strings.HasPrefix(found[0].Hint, each.hint) || each.hint == "" && found[0].Hint != "" {
				t.Errorf("%+v", answer.Problems)
			}
		})
	}
}

func TestVersionsOfTheLanguage(t *testing.T) {
	const old = "package p\n\nimport input.plan as plan\n\ndeny[msg] {\n  r := plan.resource_changes[_]\n  msg := r.address\n}\n"
	cases := []struct{ name, source, version, code string }{
		{"v1", "package p\n\ndeny contains 1 if true\n", "v1", ""},
		{"v1 by import", "package p\n\nimport rego.v1\n\ndeny contains 1 if true\n", "v1", ""},
		{"v0", old, "v0", "rego_v0"},
		{"v0 with new keywords", "package p\n\nimport future.keywords.in\n\ndeny[msg] { some msg in input.list }\n", "v0", "rego_v0"},
		{"a function that v1 dropped", "package p\n\ndeny = x { x := [1 | re_match(\"a\", \"a\")] }\n", "v0", "rego_v0"},
		{"v0 with an error", "package p\n\ndeny[msg] {\n  msg := \"a\"\n}\n\nwarn[msg] {\n  msg := \n}\n", "", "rego_parse_error"},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			answer := checked(t, "data.p.deny", each.source)

			if answer.RegoVersion != each.version {
				t.Errorf("%+v", answer)
			}
			if each.code != "" && answer.Problems[0].Code != each.code || each.code == "" && len(answer.Problems) > 0 {
				t.Errorf("%+v", answer.Problems)
			}
		})
	}
	mixed := Request{Op: "check", PolicyQuery: PolicyQuery{Query: "data.p.deny"}, Modules: map[string]string{
		"p.rego": old, "lib.rego": "package lib\n\nf(x) := y if y := x + 1\n",
	}}
	if answer := checkOf(t, mixed); answer.RegoVersion != "v0" || len(answer.Problems) != 1 {
		t.Errorf("%+v", answer)
	}
}

func TestDeepSourcesAreRefusedBeforeTheyAreParsed(t *testing.T) {
	deep := "package p\n\ndeny := " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	flat := "package p\n\n# " + strings.Repeat("(", 2000) + "\ndeny := \"" + strings.Repeat(`\"[`, 2000) + "\" + `" + strings.Repeat("{\n", 2000) + "`\n"

	refused := checked(t, "data.p.deny", deep)

	if refused.Problems[0].Code != "too_deep" || refused.Problems[0].Row != 3 {
		t.Errorf("%+v", refused.Problems)
	}
	if problem := nestingProblem("p.rego", flat); problem != nil {
		t.Errorf("%+v", problem)
	}
	if answer := answerOf[FormatAnswer](t, &Engine{}, Request{Op: "format", Modules: map[string]string{"a": deep}}); answer.Problems[0].Code != "too_deep" {
		t.Errorf("%+v", answer)
	}
	if answer := answerOf[TestAnswer](t, &Engine{}, Request{Op: "test", Modules: map[string]string{"a": deep}}); answer.Problems[0].Code != "too_deep" {
		t.Errorf("%+v", answer)
	}
}

func TestMoreErrorsThanTheCompilerLists(t *testing.T) {
	answer := checked(t, "data.p.deny", "package p\n\n"+strings.Repeat("deny contains nope(1)\n\n", 20))

	if got := answer.Problems[0].Message; len(answer.Problems) < 5 || got != "further errors are not shown" {
		t.Errorf("%+v", answer.Problems)
	}
}

func TestFailedTestsNameMissingMocks(t *testing.T) {
	request := Request{Op: "test", TimeoutMs: 300, Modules: map[string]string{
		"p.rego": "package p\n\ndeny contains 1 if input.x in data.config.list\n",
		"p_test.rego": "package p_test\n\nimport data.p\n\ntest_own if count(p.deny) == 0 with input as data.mocks.bucket\n\n" +
			"test_replaced if count(p.deny) == 0 with input as {\"x\": 1} with data.config as {\"list\": [1]}\n\n" +
			"test_by_rule if count(p.deny) == 0 with input as mock with data.config as {}\n\nmock := data.mocks.other\n",
	}}

	answer := answerOf[TestAnswer](t, &Engine{}, request)

	want := []string{
		"p_test.rego:5: no rule and no data document defines data.mocks.bucket",
		"",
		"p_test.rego:11: no rule and no data document defines data.mocks.other",
	}
	for at, test := range answer.Tests {
		if test.Status != statusFailed || test.Message != want[at] {
			t.Errorf("%+v", test)
		}
	}
}

func TestFormat(t *testing.T) {
	files := map[string]string{
		"new.rego":    "package p\ndeny contains m if{\n  input.x==1\n  m:=\"a\"}",
		"old.rego":    "package p\ndeny[m]{m:=1}",
		"broken.rego": "package p\n\ndeny contains {",
	}

	answer := answerOf[FormatAnswer](t, &Engine{}, Request{Op: "format", Modules: files})

	if got := answer.Files["new.rego"]; got != "package p\n\ndeny contains m if {\n\tinput.x == 1\n\tm := \"a\"\n}\n" {
		t.Error(got)
	}
	if got := answer.Files["old.rego"]; got != "package p\n\ndeny[m] {\n\tm := 1\n}\n" {
		t.Error(got)
	}
	if len(answer.Files) != 2 || answer.Problems[0].File != "broken.rego" {
		t.Errorf("%+v", answer)
	}
}

func TestTests(t *testing.T) {
	request := Request{Op: "test", Coverage: true, TimeoutMs: 300, Modules: map[string]string{
		"p.rego":      "package p\n\ndeny contains \"x\" if input.x\n\ndeny contains \"y\" if {\n\tinput.y\n\tprint(\"saw\", input.y)\n}\n\nunused if {\n\tinput.z\n}\n",
		"p_test.rego": "package p_test\n\nimport data.p\n\ntest_x if \"x\" in p.deny with input as {\"x\": 1}\n\ntest_no if count(p.deny) == 1 with input as {}\n\ntodo_test_later if true\n\ntest_print if {\n\tcount(p.deny) == 1 with input as {\"y\": 1}\n}\n\ntest_endless if {\n\tsome i in numbers.range(1, 3000)\n\tsome j in numbers.range(1, 3000)\n\ti * j < 0\n}\n",
	}}

	answer := answerOf[TestAnswer](t, &Engine{}, request)
	request.Filter, request.Coverage = "test_x", false
	one := answerOf[TestAnswer](t, &Engine{}, request)

	got := []string{}
	for _, test := range answer.Tests {
		got = append(got, test.Name+" "+test.Status+" "+test.Message+strings.Join(test.Prints, ""))
	}
	want := []string{
		"data.p_test.test_x passed ",
		"data.p_test.test_no failed ",
		"data.p_test.todo_test_later skipped ",
		"data.p_test.test_print passed saw 1",
		"data.p_test.test_endless errored the test took too long",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
	if missed := answer.Coverage.Files["p.rego"]; len(missed) != 2 || missed[0].First != 10 || answer.Coverage.Percent == 0 {
		t.Errorf("%+v", answer.Coverage)
	}
	if len(one.Tests) != 1 || one.Coverage != nil {
		t.Errorf("%+v", one)
	}
	for _, wrong := range []Request{{Op: "test", Filter: "("}, {Op: "test", Modules: map[string]string{"a": "x"}}} {
		if answer := answerOf[TestAnswer](t, &Engine{}, wrong); len(answer.Problems) == 0 {
			t.Errorf("%+v", answer)
		}
	}
}

func TestLargeCodeIsNotExaminedForWarnings(t *testing.T) {
	modules := map[string]string{"p.rego": "package p\n\ndeny contains r if some r in input.plan.resource_chnages\n"}
	request := Request{Op: "check", PolicyQuery: PolicyQuery{Query: "data.p.deny"}, Modules: modules}
	examined := checkOf(t, request)
	modules["comment.rego"] = "package comment\n" + strings.Repeat("# a comment\n", 50_000)
	request.Warnings = true

	checked := checkOf(t, request)
	request.Op, request.Input = "evaluate", "a"
	verdict := verdictOf(t, loaded(t, `{"resource_changes": []}`), request)

	if len(ofCode("no_such_member", examined.Problems)) != 1 {
		t.Errorf("%+v", examined.Problems)
	}
	for _, problems := range [][]Problem{checked.Problems, verdict.Problems} {
		if len(problems) != 1 || problems[0].Message != "not examined for warnings: 2 files with more than 512 KiB in total" || problems[0].Severity != severityWarning {
			t.Errorf("%+v", problems)
		}
	}
}
