package engine

import (
	"github.com/open-policy-agent/opa/v1/ast"
)

// planKey is the part of the input that is a plan.
const planKey = "plan"

// input is the document that policies are evaluated with.
type input struct {
	name  string
	value ast.Value
}

// loadInput reads the parts of the payload into one document, and says what plan is among them.
func loadInput(request Request, payload []byte) (input, InputAnswer) {
	answer := InputAnswer{Problems: []Problem{}}
	members := [][2]*ast.Term{}
	var whole ast.Value
	for _, part := range request.Parts {
		if part.Size < 0 || part.Size > len(payload) {
			answer.Problems = append(answer.Problems, errorProblem("input_not_json", "the input ends too early"))
			return input{}, answer
		}
		document := payload[:part.Size]
		payload = payload[part.Size:]
		value, err := valueOf(document)
		if err != nil {
			answer.Problems = append(answer.Problems, inputProblem(part.Key, document, err))
			continue
		}
		if part.Key == "" {
			whole = value
			continue
		}
		if part.Key == planKey {
			describePlan(value, &answer)
		}
		members = append(members, [2]*ast.Term{ast.StringTerm(part.Key), ast.NewTerm(value)})
	}
	if len(answer.Problems) > 0 {
		return input{}, answer
	}
	if whole == nil {
		whole = ast.NewObject(members...)
	}
	return input{name: request.Input, value: whole}, answer
}

func describePlan(plan ast.Value, answer *InputAnswer) {
	object, ok := plan.(ast.Object)
	if !ok {
		return
	}
	if version := object.Get(ast.StringTerm("format_version")); version != nil {
		if text, ok := version.Value.(ast.String); ok {
			answer.FormatVersion = string(text)
		}
	}
	if changes := object.Get(ast.StringTerm("resource_changes")); changes != nil {
		if list, ok := changes.Value.(*ast.Array); ok {
			count := list.Len()
			answer.ResourceChanges = &count
		}
		return
	}
	// A plan that changes no resource leaves the list out. The state and other documents have neither of these members.
	if hasObject(object, "planned_values") || hasObject(object, "output_changes") {
		none := 0
		answer.ResourceChanges = &none
	}
}

func hasObject(object ast.Object, name string) bool {
	member := object.Get(ast.StringTerm(name))
	if member == nil {
		return false
	}
	_, ok := member.Value.(ast.Object)
	return ok
}
