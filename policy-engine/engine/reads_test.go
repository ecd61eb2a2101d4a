package engine

import (
	"strings"
	"testing"
)

func TestAPolicyForAnotherFormOfTheInputIsWarnedOf(t *testing.T) {
	const plan = `{"format_version": "1.2", "resource_changes": []}`
	cases := []struct{ name, form, document, body, missing, hint string }{
		{"raw, and the plan under a key", formRaw, plan, "some r in input.tfplan.resource_changes", "input.tfplan", "With the form tfplan"},
		{"raw, and the plan with a run", formRaw, plan, "input.plan.resource_changes[_].type == input.run.x", "input.plan", "With the form plan"},
		{"another key", "terraform", plan, "input.tfplan.resource_changes[_].type == input.run.x", "input.tfplan", "write input.terraform"},
		{"a key, and a plan alone", "tfplan", plan, "input.resource_changes[_].type", "input.resource_changes", "write input.tfplan.resource_changes"},
		{"a plan, and another key", formPlan, plan, "input.tfplan.resource_changes[_].type", "input.tfplan", "use the form tfplan"},
		{"by a function", formRaw, plan, "lookup(\"x\")", "input.tfplan", ""},
		{"a document that is no plan", formRaw, `{"kind": "Pod"}`, "input.spec.x", "input.spec", ""},
		{"a list", formRaw, `[1]`, "input.spec.x", "input.spec", ""},
		{"raw, and a member of plans", formRaw, plan, "input.prior_state.values", "", ""},
		{"two forms on purpose", formRaw, plan, "p := object.get(input, \"plan\", input.resource_changes)", "", ""},
		{"both forms", formRaw, plan, "input.plan.x == input.resource_changes", "", ""},
		{"the whole input", formRaw, plan, "object.get(input, \"tfplan\", null) != null", "", ""},
		{"raw, and a member of no plan beside one of plans", formRaw, plan, "count(input.Resources) > count(input.prior_state)", "input.Resources", "have no such member"},
		{"only the run", "tfplan", plan, "input.run.x", "", ""},
		{"nothing", formRaw, plan, "true", "", ""},
		{"a rule of another query", formRaw, plan, "input.resource_changes", "", ""},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			source := "package p\n\ndeny contains 1 if {\n  " + each.body + "\n}\n\nlookup(x) := input.tfplan[x]\n\nother contains 1 if input.other.x\n"

			verdict := verdictOf(t, loaded(t, each.document), evaluation("data.p.deny", source).inForm(each.form))

			problems := ofCode("no_such_member", verdict.Problems)
			if each.missing == "" {
				if len(problems) > 0 {
					t.Errorf("%+v", problems)
				}
				return
			}
			if len(problems) == 0 || !strings.Contains(problems[0].Message, each.missing) || !strings.Contains(problems[0].Hint, each.hint) || problems[0].Row == 0 {
				t.Errorf("%+v", verdict)
			}
		})
	}
}

func TestAPolicyThatReadsOnlyTheRunIsWarnedOfAMissingRun(t *testing.T) {
	const plan, run = `{"resource_changes": []}`, `{"workspace": {"name": "shop"}}`
	cases := []struct {
		name, body, run string
		isWarned        bool
	}{
		{"no run", "input.run.workspace.name == \"prod\"", "", true},
		{"an empty run", "input.run.workspace.name == \"prod\"", "{}", true},
		{"parameters as well", "input.run.x == object.get(input.parameters, \"x\", 1)", "", true},
		{"a run", "input.run.workspace.name == \"prod\"", run, false},
		{"the plan as well", "input.run.x == input.plan.resource_changes[_].type", "", false},
		{"the whole input", "object.get(input, \"run\", {}).x", "", false},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			served := &Engine{}
			parts, payload := []Part{{Key: planKey, Size: len(plan)}}, plan
			if each.run != "" {
				parts, payload = append(parts, Part{Key: runKey, Size: len(each.run)}), plan+each.run
			}
			answerOf[InputAnswer](t, served, Request{Op: "load-input", Input: "a", Parts: parts}, payload)

			verdict := verdictOf(t, served, evaluation("data.p.deny", "package p\n\ndeny contains 1 if {\n  "+each.body+"\n}\n").inForm(formPlan))

			problems := ofCode("missing_run", verdict.Problems)
			if (len(problems) == 1) != each.isWarned || each.isWarned && (problems[0].Row != 4 || problems[0].Hint == "") {
				t.Errorf("%+v", verdict.Problems)
			}
		})
	}
}
