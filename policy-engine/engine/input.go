package engine

import (
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Keys under which the input contains the plan and the run.
const (
	planKey = "plan"
	runKey  = "run"
)

// Forms of the input. In the form "plan", the input is an object with all parts. In the form "raw", it is the plan
// alone. Any other form is the key under which the object contains the plan.
const (
	formPlan = "plan"
	formRaw  = "raw"
)

// input is the input of evaluations.
type input struct {
	parts map[string]*ast.Term
	forms map[string]ast.Value
	// known is created on first use by the method secrets.
	known *secrets
	// unknown is created on first use by the method unknowns, and masked by the method masks.
	unknown *unknowns
	masked  *maskedPlaces
	// comparison is created on first use by the method compared.
	comparison *comparedPlan
	kept       keptResults
}

func (i *input) secrets() *secrets {
	if i.known == nil {
		i.known = secretsOf(i.parts[planKey])
	}
	return i.known
}

// unknowns returns the attributes of the plan whose values are known only after apply.
func (i *input) unknowns() *unknowns {
	if i.unknown == nil {
		i.unknown = unknownsOf(i.parts[planKey])
	}
	return i.unknown
}

// masks returns the places that contain the mask of a sensitive value.
func (i *input) masks() *maskedPlaces {
	if i.masked == nil {
		i.masked = &maskedPlaces{marks: marksForMasks(masksOf(i.parts), i.parts), inputs: map[int]*input{}}
	}
	return i.masked
}

// secretsWith returns a function that returns the secrets of the plan and of the sensitive parameters. The function
// collects the secrets when it is first called, because most evaluations return no text.
func (i *input) secretsWith(given map[string]Parameter) func() *secrets {
	return sync.OnceValue(func() *secrets { return i.secrets().with(given) })
}

// in returns the input in the given form. In every form except "raw", the input has an empty object for parameters.
func (i *input) in(form string) ast.Value {
	form = formOr(form)
	known := i.forms[form]
	if known == nil {
		known = i.made(form)
		i.forms[form] = known
	}
	return known
}

func formOr(form string) string {
	if form == "" {
		return formPlan
	}
	return form
}

func (i *input) made(form string) ast.Value {
	plan, run := i.parts[planKey], i.parts[runKey]
	if form == formRaw && plan != nil {
		return plan.Value
	}
	members := [][2]*ast.Term{{ast.StringTerm(parametersKey), ast.NewTerm(ast.NewObject())}}
	if run != nil && form != runKey {
		members = append(members, [2]*ast.Term{ast.StringTerm(runKey), run})
	}
	if plan != nil {
		members = append(members, [2]*ast.Term{ast.StringTerm(form), plan})
	}
	return ast.NewObject(members...)
}

// loadInput parses the parts of the payload and describes the plan among them.
func loadInput(request Request, payload []byte) (input, InputAnswer) {
	answer := InputAnswer{Problems: []Problem{}}
	parts := map[string]*ast.Term{}
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
		if part.Key == planKey {
			describePlan(value, &answer)
		}
		parts[part.Key] = ast.NewTerm(value)
	}
	if len(answer.Problems) > 0 {
		return input{}, answer
	}
	return input{parts: parts, forms: map[string]ast.Value{}}, answer
}

func describePlan(plan ast.Value, answer *InputAnswer) {
	object, ok := plan.(ast.Object)
	if !ok {
		return
	}
	answer.Errored = isBoolean(object, "errored", true)
	answer.Deferred = isBoolean(object, "complete", false)
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
	// A plan that changes no resources omits the list. A state file or another document has neither planned_values nor
	// output_changes.
	if hasObject(object, "planned_values") || hasObject(object, "output_changes") {
		none := 0
		answer.ResourceChanges = &none
	}
}

func isBoolean(object ast.Object, name string, wanted bool) bool {
	member := object.Get(ast.StringTerm(name))
	return member != nil && member.Value.Compare(ast.Boolean(wanted)) == 0
}

func hasObject(object ast.Object, name string) bool {
	member := object.Get(ast.StringTerm(name))
	if member == nil {
		return false
	}
	_, ok := member.Value.(ast.Object)
	return ok
}
