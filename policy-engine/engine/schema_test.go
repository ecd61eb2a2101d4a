package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func warnings(t *testing.T, source string) []Problem {
	t.Helper()
	found := []Problem{}
	for _, problem := range checked(t, "", source).Problems {
		if problem.Severity == severityError {
			t.Errorf("%+v in\n%s", problem, source)
		}
		if problem.Code != "rego_v0" && problem.Code != codeNoQuery {
			found = append(found, problem)
		}
	}
	return found
}

func TestMisspeltMembersOfTheInput(t *testing.T) {
	cases := []struct {
		name, source, word, hint string
		row, column              int
	}{
		{"a member of the plan", "deny contains m if {\n  some r in input.plan.resource_chnages\n  m := r.address\n}", "resource_chnages", "Did you mean resource_changes?", 4, 24},
		{"of a change, by a variable", "deny contains r.adress if {\n  some r in input.plan.resource_changes\n}", "adress", "Did you mean address?", 3, 17},
		{"of the actions", "deny contains r.address if {\n  r := input.plan.resource_changes[_]\n  r.change.action[_] == \"create\"\n}", "action", "Did you mean actions?", 5, 12},
		{"one level too high", "deny contains r.address if {\n  r := input.plan.resource_changes[_]\n  r.actions[_] == \"create\"\n}", "actions", "There are action_reason, address, change,", 5, 5},
		{"of the run", "deny contains 1 if input.run.wrokspace.name == \"shop\"", "wrokspace", "Did you mean workspace?", 3, 30},
		{"of the workspace", "deny contains 1 if input.run.workspace.nmae == \"shop\"", "nmae", "Did you mean name?", 3, 40},
		{"the plan itself", "deny contains 1 if input.paln.resource_changes[_]", "paln", "Did you mean plan?", 3, 26},
		{"the plan itself, beside a right one", "deny contains input.plan.format_version if input.plna.x", "plna", "Did you mean plan?", 3, 50},
		{"in brackets", "deny contains 1 if input.plan[\"planned_vaules\"]", "planned_vaules", "Did you mean planned_values?", 3, 31},
		{"below a module of a module", "deny contains 1 if input.plan.planned_values.root_module.child_modules[_].child_modules[_].resources[_].vaules", "vaules", "Did you mean values?", 3, 105},
		{"in a comprehension", "deny contains 1 if {\n  names := [r.nam | some r in input.plan.resource_changes]\n  count(names) > 1\n}", "nam", "Did you mean name?", 4, 15},
		{"in every", "deny contains 1 if {\n  every r in input.plan.resource_changes { r.moed == \"managed\" }\n}", "moed", "Did you mean mode?", 4, 46},
		{"by another rule", "buckets contains r if {\n  some r in input.plan.resource_changes\n  r.type == \"aws_s3_bucket\"\n}\n\ndeny contains b.provider if some b in buckets", "provider", "", 8, 17},
		{"by an import", "import input.plan as tfplan\n\ndeny contains 1 if tfplan.output_change.x", "output_change", "Did you mean output_changes?", 5, 27},
		{"the plan as the whole input", "deny contains r.address if some r in input.resource_changes", "resource_changes", "Write input.plan.resource_changes: the plan is the whole input only with --input raw", 3, 44},
		{"by an alias of the input", "import input as tfplan\n\ndeny contains 1 if tfplan.planned_values.outputs.x", "planned_values", "Write input.plan.planned_values: ", 5, 27},
		{"the plan beside a run", "deny contains input.run.id if input.resource_changes[_]", "resource_changes", "Write input.plan.resource_changes: ", 3, 37},
		{"below another root", "deny contains 1 if input.terraform.resource_changes[_]", "terraform", "Write input.plan.resource_changes, or use the form terraform.", 3, 26},
		{"below another root, beside the plan", "deny contains input.plan.timestamp if input.terraform.planned_values", "terraform", "Write input.plan.planned_values, or use the form terraform.", 3, 45},
		{"in the old syntax", "import input.plan as tfplan\n\ndeny[m] {\n  r := tfplan.resource_changes[_]\n  r.chnage.actions[_] == \"delete\"\n  m := r.address\n}", "chnage", "Did you mean change?", 7, 5},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			found := warnings(t, "package p\n\n"+each.source+"\n")

			if len(found) != 1 {
				t.Fatalf("%+v", found)
			}
			got := found[0]
			if got.Code != "no_such_member" || got.Severity != severityWarning || got.Row != each.row || got.Column != each.column {
				t.Errorf("%+v", got)
			}
			if !strings.Contains(got.Message, each.word) || !strings.HasPrefix(got.Hint, each.hint) {
				t.Errorf("%q %q", got.Message, got.Hint)
			}
		})
	}
}

// TestPoliciesForTheRawFormCauseWarnings checks published policies that expect the plan as the whole input. Without the
// warning, such a policy would pass every plan in another form.
func TestPoliciesForTheRawFormCauseWarnings(t *testing.T) {
	cases := map[string]struct {
		row  int
		hint string
	}{
		"v0_blast_radius.rego":   {42, "Write input.plan.resource_changes: "},
		"v0_planned_values.rego": {6, "Write input.plan.planned_values: "},
	}
	for file, each := range cases {
		found := warnings(t, readFile(t, "testdata/raw/"+file))

		if len(found) != 1 || found[0].Row != each.row || !strings.HasPrefix(found[0].Hint, each.hint) {
			t.Errorf("%s: %+v", file, found)
		}
	}
}

// TestPoliciesWithoutAWarning checks that published policies in the expected form cause no warnings.
func TestPoliciesWithoutAWarning(t *testing.T) {
	sources, err := filepath.Glob("testdata/published/*.rego")
	if err != nil || len(sources) < 20 {
		t.Fatal(sources, err)
	}
	examples, err := filepath.Glob("../../examples/policies/*.rego")
	if err != nil || len(examples) < 3 {
		t.Fatal(examples, err)
	}
	for _, path := range append(sources, examples...) {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			request := Request{Op: "check", Modules: map[string]string{path: string(source)}}
			if strings.HasPrefix(path, "../") {
				request.Modules["lib.rego"] = readFile(t, "../../examples/policies/lib/plan.rego")
			}
			for _, problem := range checkOf(t, request).Problems {
				if problem.Code != codeNoQuery && problem.Code != "rego_v0" {
					t.Errorf("%+v", problem)
				}
			}
		})
	}
}

func TestThePolicyOfTheFirstSessionHasNoWarning(t *testing.T) {
	_, rest, _ := strings.Cut(readFile(t, "../../docs/api.md"), "<<'REGO'\n")
	source, _, hasEnd := strings.Cut(rest, "\nREGO\n")

	answer := checkOf(t, Request{Op: "check", PolicyQuery: PolicyQuery{Query: "data.buckets.deny"}, Modules: map[string]string{"p": source}})

	if !hasEnd || len(answer.Problems) != 0 {
		t.Errorf("%+v", answer)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestVendorStylePoliciesGiveTheirVerdicts(t *testing.T) {
	const plan = `{"plan": {"resource_changes": [
		{"address": "aws_instance.web", "type": "aws_instance", "mode": "managed", "change": {"actions": ["create"], "after": {"instance_type": "m5.24xlarge"}}},
		{"address": "aws_instance.db", "type": "aws_instance", "mode": "managed", "change": {"actions": ["delete", "create"], "after": {"instance_type": "t3.micro"}}}
	]}, "run": {"workspace": {"name": "shop-production"}}}`
	served := loaded(t, plan)
	cases := []struct{ file, query, output string }{
		{"v0_instance_types.rego", "data.terraform.policies.instance_types.deny", "aws_instance.web: m5.24xlarge is not one of the allowed instance types"},
		{"v0_production_deletes.rego", "data.terraform.policies.production_deletes.rule", "aws_instance.db"},
	}
	for _, each := range cases {
		t.Run(each.file, func(t *testing.T) {
			verdict := verdictOf(t, served, evaluation(each.query, readFile(t, "testdata/published/"+each.file)))

			if verdict.Status != statusFailed || verdict.RegoVersion != "v0" || verdict.Count != 1 || !strings.Contains(string(verdict.Output[0]), each.output) {
				t.Errorf("%+v %s", verdict, verdict.Output)
			}
		})
	}
}

func TestMembersOfThePlanAreKnownInEachForm(t *testing.T) {
	const plan, pod = `{"format_version": "1.2", "resource_changes": []}`, `{"kind": "Pod"}`
	cases := []struct{ name, form, document, body, hint string }{
		{"at another key", "tfplan", plan, "input.tfplan.resource_change[_]", "Did you mean resource_changes?"},
		{"of a change at another key", "tfplan", plan, "input.tfplan.resource_changes[_].adress", "Did you mean address?"},
		{"of the run", "tfplan", plan, "input.run.wrokspace", "Did you mean workspace?"},
		{"below another root", "tfplan", plan, "input.terraform.resource_changes[_].type == input.tfplan.timestamp", "Write input.tfplan.resource_changes, or use the form terraform."},
		{"the plan as the whole input", "tfplan", plan, "input.resource_changes[_]", "Write input.tfplan.resource_changes: the plan is the whole input only with --input raw"},
		{"of a change of the whole input", formRaw, plan, "input.resource_changes[_].adress", "Did you mean address?"},
		{"the plan below a root", formRaw, plan, "input.terraform.planned_values.outputs == input.timestamp", "Write input.planned_values, or use the form terraform."},
		{"another member of another document", formRaw, pod, "input.kind == input.metadata.name", ""},
		{"a member like that of a plan", formRaw, pod, "input.kind == input.resource_changes[_].adress", ""},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			request := evaluation("data.p.deny", "package p\n\ndeny contains 1 if "+each.body+"\n").inForm(each.form)
			request.Warnings = true

			verdict := verdictOf(t, loaded(t, each.document), request)

			problems := ofCode("no_such_member", verdict.Problems)
			switch {
			case each.hint == "" && len(problems) > 0, each.hint != "" && len(problems) != 1:
				t.Errorf("%+v", problems)
			case each.hint != "" && !strings.HasPrefix(problems[0].Hint, each.hint):
				t.Errorf("%q", problems[0].Hint)
			}
		})
	}
}

func TestWhatAPolicyReadsElsewhereIsSaidOnce(t *testing.T) {
	request := evaluation("data.p.deny", "package p\n\ndeny contains 1 if input.terraform.resource_changes[_].type == \"x\"\n").inForm(formPlan)
	request.Warnings = true

	verdict := verdictOf(t, loaded(t, `{"format_version": "1.2", "resource_changes": []}`), request)

	if len(verdict.Problems) != 1 || !strings.Contains(verdict.Problems[0].Message, "input.terraform") {
		t.Errorf("%+v", verdict.Problems)
	}
}

func TestVerdictsIncludeRequestedWarnings(t *testing.T) {
	served := loaded(t, `{"resource_changes": []}`)
	request := evaluation("data.p.deny", "package p\n\ndeny contains 1 if input.plan.resource_chnages[_]\n").inForm(formPlan)

	without := verdictOf(t, served, request)
	request.Warnings = true
	with := verdictOf(t, served, request)

	if without.Status != statusPassed || len(without.Problems) != 0 {
		t.Errorf("%+v", without)
	}
	if with.Status != statusPassed || len(with.Problems) != 1 || with.Problems[0].Severity != severityWarning {
		t.Errorf("%+v", with)
	}
}

func TestTheSchemaNamesEveryDefinitionItRefersTo(t *testing.T) {
	known := shape()
	var walk func(path string, node *schemaNode)
	walk = func(path string, node *schemaNode) {
		if node == nil {
			return
		}
		if node.Ref != "" && known.root.Definitions[strings.TrimPrefix(node.Ref, "#/definitions/")] == nil {
			t.Errorf("%s refers to %s", path, node.Ref)
		}
		for name, each := range node.Properties {
			walk(path+"."+name, each)
		}
		for name, each := range node.Definitions {
			walk(name, each)
		}
		walk(path+"[]", node.Items)
	}
	walk("input", known.root)
}
