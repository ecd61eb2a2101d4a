package engine

import (
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// inputRead is a member of the input that a policy reads, with the first location at which the policy reads it.
type inputRead struct {
	name     string
	location *ast.Location
}

// readsOf returns the members of the input that the rules of a query read. It returns none if a rule uses the input as
// a whole.
func readsOf(query string, compiled *policy) []inputRead {
	body, err := parseQuery(query)
	if err != nil {
		return nil
	}
	reads, isWhole := []inputRead{}, false
	visit := func(ref ast.Ref) bool {
		if !ref[0].Equal(ast.InputRootDocument) {
			return false
		}
		if len(ref) == 1 {
			isWhole = true
			return false
		}
		name, isText := ref[1].Value.(ast.String)
		if !isText {
			isWhole = true
			return false
		}
		isKnown := func(read inputRead) bool { return read.name == string(name) }
		if !slices.ContainsFunc(reads, isKnown) {
			reads = append(reads, inputRead{string(name), ref[0].Location})
		}
		return false
	}
	ast.WalkRefs(body, visit)
	for _, rule := range compiled.rulesBehind(body) {
		ast.WalkRefs(rule, visit)
	}
	if isWhole {
		return nil
	}
	return reads
}

// inputProblems returns a warning for each member that a policy reads but the input does not have.
func (v *view) inputProblems(request Request, seen ast.Value) []Problem {
	warnings := []Problem{}
	if request.Warnings {
		warnings = append(warnings, v.unlistedProblems(request.PolicyQuery)...)
	}
	if request.Warnings && (formOr(request.Form) != formRaw || isPlan(seen)) {
		warnings = append(warnings, v.warningsFor(request.Form)...)
	}
	for _, unmet := range v.unmetReads(request.PolicyQuery, seen) {
		isSaid := func(warning Problem) bool { return warning.Message == unmet.Message }
		if !slices.ContainsFunc(warnings, isSaid) {
			warnings = append(warnings, unmet)
		}
	}
	return warnings
}

// unmetReads returns warnings if a policy seems to be written for another form of the input. Such a policy finds none
// of the members that it reads, except for the run. A policy that supports several forms finds some of the members. If
// the whole input is a plan, unmetReads also warns about members that no plan has. If a policy reads only the run, and
// the run is missing or empty, unmetReads returns a warning about the run.
func (v *view) unmetReads(policy PolicyQuery, seen ast.Value) []Problem {
	reads, isKnown := v.reads[policy.Query]
	if !isKnown {
		reads = readsOf(policy.Query, v.policy)
		v.reads[policy.Query] = reads
	}
	form := formOr(policy.Form)
	has := func(read inputRead) bool {
		return read.name != runKey && read.name != parametersKey && isMember(read.name, form, seen)
	}
	isMixed := slices.ContainsFunc(reads, has)
	if isMixed && (form != formRaw || !isPlan(seen)) {
		return nil
	}
	warnings := []Problem{}
	for _, read := range reads {
		if read.name == runKey && form != formRaw && isEmpty(memberOf(seen, runKey)) {
			warnings = append(warnings, missingRun(read))
		}
		if isMember(read.name, form, seen) || isMixed && slices.Contains(keysOfForms, read.name) {
			continue
		}
		warning := unmetRead(read, form)
		if isMixed {
			warning.Hint = "The whole input is a plan, and plans have no such member."
		}
		warnings = append(warnings, warning)
	}
	return warnings
}

// keysOfForms contains members of the input that policies for several forms read on purpose.
var keysOfForms = []string{planKey, runKey, "tfplan", "tfrun", "terraform", "spacelift"}

// isMember reports whether the input has a member. It also returns true if the input is a plan and another plan may
// have the member.
func isMember(name, form string, seen ast.Value) bool {
	object, ok := seen.(ast.Object)
	if !ok {
		return false
	}
	if object.Get(ast.StringTerm(name)) != nil || name == parametersKey || name == runKey && form != formRaw {
		return true
	}
	known := shape()
	return form == formRaw && isPlan(seen) && known.membersOf(planKey)[name] != nil
}

// isPlan reports whether the whole input is a plan.
func isPlan(seen ast.Value) bool {
	object, ok := seen.(ast.Object)
	return ok && object.Get(ast.StringTerm("resource_changes")) != nil
}

// missingRun returns the warning about a policy that reads the run, but nothing else that the input has.
func missingRun(read inputRead) Problem {
	problem := problemAt("missing_run", "the result depends on input.run, which is missing", read.location)
	problem.Severity, problem.Text = severityWarning, ""
	problem.Hint = "Evaluate the policy with a run, such as the file of the option --run or a recorded input."
	return problem
}

func isEmpty(value ast.Value) bool { return value == nil || value.Compare(ast.NewObject()) == 0 }

func unmetRead(read inputRead, form string) Problem {
	problem := problemAt("no_such_member", fmt.Sprintf("the input has no %s at input.%s", read.name, read.name), read.location)
	problem.Severity = severityWarning
	problem.Text = ""
	switch {
	case slices.Contains(rawMembers, read.name):
		problem.Hint = fmt.Sprintf("The form of the input is %s: write input.%s.%s, or use the form raw.", form, form, read.name)
	case form == formRaw:
		problem.Hint = fmt.Sprintf("The form of the input is raw, so the plan is the whole input. With the form %s, the plan is at this key.", read.name)
	default:
		problem.Hint = fmt.Sprintf("The form of the input is %s: write input.%s, or use the form %s.", form, form, read.name)
	}
	return problem
}
