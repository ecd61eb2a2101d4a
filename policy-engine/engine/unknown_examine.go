package engine

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
)

// Bounds of an examination. They are counts, so that the result does not depend on the speed of the machine.
const (
	maxMarks = 50
	// maxSearches is the maximum number of evaluations that find the attributes that decide.
	maxSearches = 5
	// maxVisits is the maximum number of values that the tracer looks at.
	maxVisits   = 200_000
	maxDepended = 50
)

// Ways in which a policy depends on an unknown attribute.
const (
	// howDecides means that the result differs if the attribute has a value.
	howDecides = "decides"
	// howOneOf means that one of several attributes decides.
	howOneOf = "one-of"
	// howLooksAt means that an expression that was not true read the attribute.
	howLooksAt = "looks-at"
)

// UnknownAttribute is an attribute, known only after apply, on which a policy depends.
type UnknownAttribute struct {
	// Address is the address of a resource, or "output." and the name of an output.
	Address string `json:"address"`
	// Attribute is the path of the attribute; empty if the whole value is unknown.
	Attribute string `json:"attribute"`
	How       string `json:"how"`
	// IsWritten reports whether the configuration has an expression for the attribute. Otherwise the provider computes
	// it, or a dynamic block contains it. From is the first reference of the expression, such as aws_kms_key.k.key_id.
	IsWritten bool   `json:"written"`
	From      string `json:"from,omitempty"`
}

// ExamineAnswer contains the unknown attributes on which a policy depends.
type ExamineAnswer struct {
	DependsOn []UnknownAttribute `json:"depends-on"`
	// Count is the number of attributes, of which DependsOn contains the first ones.
	Count int `json:"count"`
	// Examined is the number of attributes that were examined. IsComplete reports whether no bound was reached.
	Examined   int  `json:"examined"`
	IsComplete bool `json:"is-complete"`
	// Problems contains a timeout if the processor time did not suffice.
	Problems []Problem `json:"problems"`
}

// examination examines one policy and one input.
type examination struct {
	request  Request
	query    *preparedQuery
	document ast.Value
	run      *ast.Term
	values   ast.Object
	found    *unknowns
	names    *policyNames
	cancel   *deadline
	// original is the result of the evaluation without marks.
	original  string
	isTimeout bool
}

// examine finds the unknown attributes on which the result of a policy depends. Result identifies the result of the
// policy's evaluation, and Attributes limits the number of examined attributes.
func (e *Engine) examine(request Request) ExamineAnswer {
	answer := ExamineAnswer{DependsOn: []UnknownAttribute{}, Problems: []Problem{}}
	used, seen := e.codes.find(request.Code), e.inputs[request.Input]
	if used == nil || seen == nil {
		answer.Problems = append(answer.Problems, notLoaded)
		return answer
	}
	query, problems := used.prepare(request.PolicyQuery)
	if query == nil {
		answer.Problems = problems
		return answer
	}
	view := used.view(request.File)
	values, _ := view.parametersFor(request.Query).valuesOf(request.Parameters)
	x := &examination{
		request: request, query: query, values: values, original: request.Result,
		document: seen.parts[planKey].Value, run: seen.parts[runKey],
		found: seen.unknowns(), names: view.namesFor(request.Query, used.data), cancel: newDeadline(request.TimeoutMs),
	}
	leaves := x.names.relevant(x.found, values)
	marks := marksFor(leaves, x.found, x.document)
	limit := maxMarks
	if request.Attributes != nil {
		limit = min(limit, *request.Attributes)
	}
	answer.Examined = min(len(marks), limit)
	answer.IsComplete = len(marks) <= limit
	depends, isComplete := x.depends(marks[:answer.Examined])
	answer.IsComplete = answer.IsComplete && isComplete
	if x.isTimeout {
		answer.Problems = append(answer.Problems, timeoutProblem(request.TimeoutMs))
	}
	for _, each := range depends {
		for _, leaf := range each.leaves {
			answer.Count++
			if len(answer.DependsOn) < maxDepended {
				answer.DependsOn = append(answer.DependsOn, x.described(leaf, each.how))
			}
		}
	}
	return answer
}

// resultFor identifies the result of a policy; empty if it cannot depend on an unknown attribute.
func (c *code) resultFor(request Request, results rego.ResultSet, seen *input) string {
	view := c.view(request.File)
	values, _ := view.parametersFor(request.Query).valuesOf(request.Parameters)
	if len(view.namesFor(request.Query, c.data).relevant(seen.unknowns(), values)) == 0 {
		return ""
	}
	result, _ := resultOf(results, seen.unknowns().addresses)
	return result
}

// dependence is a mark on which the policy depends.
type dependence struct {
	*mark
	how string
}

// depends returns the marks on which the policy depends, and whether the examination is complete.
func (x *examination) depends(marks []*mark) ([]dependence, bool) {
	texts := slices.DeleteFunc(slices.Clone(marks), func(each *mark) bool { return each.isScalar })
	if len(marks) == 0 {
		return nil, true
	}
	if x.names.walks {
		return x.dependsByWalk(texts)
	}
	differs, ok := x.differs(texts, false)
	if ok && differs {
		return x.deciding(texts, false), true
	}
	return x.looksAt(marks)
}

// dependsByWalk examines a policy that walks the input: an attribute may be a text or a list, and the tracer would
// report every attribute.
func (x *examination) dependsByWalk(marks []*mark) ([]dependence, bool) {
	isComplete := true
	for _, asLists := range []bool{false, true} {
		differs, ok := x.differs(marks, asLists)
		if ok && differs {
			return x.deciding(marks, asLists), true
		}
		isComplete = isComplete && ok
	}
	return nil, isComplete
}

// differs reports whether the policy has another result with the marks. It returns false for ok if the evaluation
// failed.
func (x *examination) differs(marks []*mark, asLists bool) (differs, ok bool) {
	if len(marks) == 0 {
		return false, true
	}
	result, ok := x.evaluate(marks, asLists, nil)
	return result != x.original, ok
}

// evaluate returns the result of the policy with marks. It returns false if the evaluation failed.
func (x *examination) evaluate(marks []*mark, asLists bool, tracer *looksTracer) (string, bool) {
	plansToMark := x.names.texts["planned_values"] || x.names.walks
	marked := &input{parts: map[string]*ast.Term{planKey: markedPart(x.document, marks, plansToMark, asLists)}, forms: map[string]ast.Value{}}
	if x.run != nil {
		marked.parts[runKey] = x.run
	}
	document, _ := withParameters(marked.in(x.request.Form), x.values)
	options := append(surroundings(x.request), rego.EvalParsedInput(document), rego.EvalExternalCancel(x.cancel))
	if tracer != nil {
		tracer.input = document
		// Without an index the evaluator tries every rule, so that the tracer sees the expression that is not true.
		options = append(options, rego.EvalQueryTracer(tracer), rego.EvalRuleIndexing(false))
	}
	results, err := x.query.Eval(context.Background(), options...)
	if err != nil {
		x.isTimeout = x.isTimeout || isCancelled(err)
		return "", false
	}
	return resultOf(results, x.found.addresses)
}

// deciding returns the marks without which the result is the original one. If none of them is decisive on its own, one
// of all marks is.
func (x *examination) deciding(marks []*mark, asLists bool) []dependence {
	isOriginalWithout := func(removed []*mark) bool {
		left := slices.DeleteFunc(slices.Clone(marks), func(each *mark) bool { return slices.Contains(removed, each) })
		differs, ok := x.differs(left, asLists)
		return ok && !differs
	}
	searches := 0
	candidates := marks
	for len(candidates) > maxSearches-searches && len(candidates) > 1 && searches < maxSearches-1 {
		half := candidates[:len(candidates)/2]
		searches++
		if isOriginalWithout(half) {
			candidates = half
		} else {
			candidates = candidates[len(half):]
		}
	}
	found := []dependence{}
	for _, each := range candidates {
		if searches++; searches <= maxSearches && (len(marks) == 1 || isOriginalWithout([]*mark{each})) {
			found = append(found, dependence{each, howDecides})
		}
	}
	if len(found) == 0 {
		for _, each := range marks {
			found = append(found, dependence{each, howOneOf})
		}
	}
	return found
}

// looksAt returns the marks at which expressions look that are not true.
func (x *examination) looksAt(marks []*mark) ([]dependence, bool) {
	tracer := newLooksTracer(len(marks))
	result, ok := x.evaluate(marks, false, tracer)
	if !ok {
		return nil, false
	}
	found := []dependence{}
	for at, each := range marks {
		number := marksIn(each.text)[0]
		// A number is never compared with a text on purpose. If the comparison is true, the result may differ.
		if tracer.seen[number] || each.isScalar && result != x.original {
			found = append(found, dependence{marks[at], howLooksAt})
		}
	}
	return found, tracer.visits < maxVisits
}

// resultOf identifies the result of a policy: the number of its members, and the addresses of resources in them. It
// returns false if the result is not a verdict.
func resultOf(results rego.ResultSet, addresses map[string]bool) (string, bool) {
	if len(results) != 1 || len(results[0].Expressions) != 1 {
		return "", false
	}
	members, ok := results[0].Expressions[0].Value.([]any)
	if !ok {
		return "", false
	}
	named := map[string]bool{}
	for _, member := range members {
		addAddresses(member, addresses, named)
	}
	return strconv.Itoa(len(members)) + " " + strings.Join(slices.Sorted(maps.Keys(named)), " "), true
}

// addAddresses adds the addresses that occur in a result as a text or as a word of a text.
func addAddresses(value any, addresses, named map[string]bool) {
	switch value := value.(type) {
	case string:
		for _, word := range append(strings.FieldsFunc(value, isBetweenWords), value) {
			if word = strings.TrimRight(word, ".:"); addresses[word] {
				named[word] = true
			}
		}
	case []any:
		for _, each := range value {
			addAddresses(each, addresses, named)
		}
	case map[string]any:
		for _, each := range value {
			addAddresses(each, addresses, named)
		}
	}
}

func isBetweenWords(character rune) bool { return strings.ContainsRune(" \t\n,;'`()", character) }
