package engine

import (
	"strconv"
	"strings"
	"testing"
)

const failingRules = `package p

deny contains r.address if {
	some r in input.plan.resource_changes
	r.type == "a"
}

double(x) := x * 2
`

func TestAFailedTestShowsTheExpressionAndItsValues(t *testing.T) {
	const header = "package p_test\n\nimport data.p\n\n"
	cases := []struct{ name, body, place, expression, values string }{
		{"a rule", `test_x if p.deny == {"x"} with input as {"plan": {"resource_changes": [{"address": "y", "type": "a"}]}}`, "p_test.rego:5", `p.deny == {"x"} with input as {"plan": {"resource_changes": [{"address": "y", "type": "a"}]}}`, `p.deny={"y"}`},
		{"a function", "test_x if {\n\tgot := p.double(3)\n\tgot == 7\n}", "p_test.rego:7", "got == 7", "got=6"},
		{"a call", "test_x if p.double(3) == 7", "p_test.rego:5", "p.double(3) == 7", "p.double(3)=6"},
		{"a member", "test_x if {\n\twant := [1, 2]\n\tsome i in [5, 6]\n\ti in want\n}", "p_test.rego:8", "i in want", "i=6 want=[1, 2]"},
		{"every", "test_x if every i in [1, 2] { i < 2 }", "p_test.rego:5", "i < 2", "i=2"},
		{"a negation", "test_x if {\n\tgot := {1}\n\tnot 1 in got\n}", "p_test.rego:7", "not 1 in got", "got={1}"},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			request := Request{Op: "test", Modules: map[string]string{"p.rego": failingRules, "p_test.rego": header + each.body + "\n"}}

			answer := answerOf[TestAnswer](t, &Engine{}, request)

			if len(answer.Tests) != 1 || answer.Tests[0].Failure == nil {
				t.Fatalf("%+v", answer)
			}
			got := answer.Tests[0].Failure
			values := []string{}
			for _, value := range got.Values {
				values = append(values, value.Name+"="+value.Value)
			}
			if place := problemPlace(got.File, got.Row); place != each.place || got.Expression != each.expression || strings.Join(values, " ") != each.values {
				t.Errorf("%s %q %q", place, got.Expression, values)
			}
		})
	}
}

func TestValuesOfAFailedTestAreBounded(t *testing.T) {
	const test = "package p_test\n\ntest_x if {\n\tlong := [x | some x in numbers.range(1, 5000)]\n\tcount(long) == 1\n}\n\ntest_fine if true\n"

	answer := answerOf[TestAnswer](t, &Engine{}, Request{Op: "test", Modules: map[string]string{"p_test.rego": test}})

	failed, passed := answer.Tests[0], answer.Tests[1]
	if failed.Failure == nil || len(failed.Failure.Values) == 0 || passed.Failure != nil {
		t.Fatalf("%+v", answer.Tests)
	}
	for _, value := range failed.Failure.Values {
		if len(value.Value) > maxValueBytes+4 {
			t.Errorf("%d bytes", len(value.Value))
		}
	}
}

func problemPlace(file string, row int) string { return file + ":" + strconv.Itoa(row) }
