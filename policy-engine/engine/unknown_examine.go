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
	// maxSearches is the maximum number of evaluations that determine which of several attributes change the result.
	maxSearches = 10
	// maxTraces is the maximum number of traced evaluations. Each one leaves out the attributes found before, because an
	// expression that reads one attribute can hide expressions that read others.
	maxTraces = 5
	// maxVisits is the maximum number of values that the tracer looks at in one evaluation.
	maxVisits = 2_000_000
	// maxDepended is the maximum number of attributes in an answer.
	maxDepended = 50
)

// Ways in which a policy depends on an unknown attribute.
const (
	// howDecides means that the result differs if the attribute has a value.
	howDecides = "decides"
	// howOneOf means that the result differs if one of several attributes has a value, and that it is unknown which of
	// them.
	howOneOf = "one-of"
	// howLooksAt means that the policy has an expression that reads the attribute and is not true.
	howLooksAt = "looks-at"
)

// UnknownAttribute is an attribute, known only after apply, on which a policy depends.
type UnknownAttribute struct {
	// Address is the address of a resource, or "output." and the name of an output.
	Address string `json:"address"`
	// Attribute is the path of the attribute. It is empty if the whole value is unknown.
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
	// Count is the number of attributes. DependsOn contains at most maxDepended of them.
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
	compiler *ast.Compiler
	parts    map[string]*ast.Term
	values   ast.Object
	found    *unknowns
	names    *policyNames
	cancel   *deadline
	// original is the result of the evaluation without marks.
	original  string
	isTimeout bool
	// masks contains the masks of the input, and marks those that the policy may read. masks is nil if the examination is
	// about values known only after apply.
	masks *maskedPlaces
	marks []*mark
	// how contains, for each attribute found so far, the way in which the policy depends on it. leaves lists the same
	// attributes in the order in which they were found.
	how    map[unknownLeaf]string
	leaves []unknownLeaf
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
		request: request, query: query, values: values, original: request.Result, how: map[unknownLeaf]string{},
		compiler: view.policy.compiler, parts: seen.parts, found: seen.unknowns(), names: view.namesFor(request.Query, used), cancel: newDeadline(request.TimeoutMs),
	}
	reads := x.names.readerOf(x.found, values)
	if request.Masked {
		x.masks = seen.masks()
		x.marks = reads.readable(x.masks)
		isComplete := len(x.marks) <= maxPlaces
		x.marks = x.marks[:min(len(x.marks), maxPlaces)]
		answer.IsComplete = x.dependsOnMasks(x.marks) && isComplete
	} else {
		limit := maxMarks
		if request.Attributes != nil {
			limit = min(limit, *request.Attributes)
		}
		marks, isComplete := marksFor(reads.relevant(x.found), x.found, limit)
		answer.Examined = len(marks)
		answer.IsComplete = x.depends(marks) && isComplete && !x.found.isCut
	}
	if x.isTimeout {
		answer.Problems = append(answer.Problems, timeoutProblem(request.TimeoutMs))
	}
	answer.Count = len(x.leaves)
	answer.DependsOn = x.described()
	return answer
}

// withResults returns the answer with the result of a policy that may depend on an unknown attribute or on a mask.
func (a EvaluateAnswer) withResults(request Request, reads *reader, results rego.ResultSet, seen *input) EvaluateAnswer {
	found := seen.unknowns()
	result, _ := resultOf(results, found.addresses)
	if request.Unknown && (found.isCut || slices.ContainsFunc(found.attributes, reads.mayRead)) {
		a.Result = result
	}
	if request.Masked && len(reads.readable(seen.masks())) > 0 {
		a.MaskedResult = result
	}
	return a
}

// depends finds the attributes on which the policy depends. It returns whether the examination is complete.
func (x *examination) depends(marks []*mark) bool {
	isUnaffected := x.isUnaffected(marks)
	if isUnaffected && !x.names.walks {
		return true
	}
	isComplete := true
	for _, kind := range []int{asTexts, asLists, asLow, asHigh} {
		if (kind != asTexts || !isUnaffected) && (kind != asLists || x.names.walks) {
			ok := x.decides(x.without(kind, marks), kind)
			// If this evaluation failed, the traced evaluation finds the attributes instead, except for policies that
			// call walk.
			isComplete = isComplete && (ok || !x.names.walks)
		}
	}
	split := perLeaf(marks)
	for range maxTraces {
		known := len(x.leaves)
		if isUnaffected {
			break
		}
		ok := x.looksAt(x.without(asTraced, split))
		isComplete = isComplete && ok
		isUnaffected = len(x.leaves) == known
	}
	return isComplete && (isUnaffected || len(x.without(asTraced, split)) == 0)
}

// isUnaffected reports whether the result stays the same if texts replace the attributes, and whether no expression
// that is not true reads these texts. Most policies need only this evaluation.
func (x *examination) isUnaffected(marks []*mark) bool {
	if len(marks) == 0 {
		return true
	}
	tracer := newLooksTracer(marks, x.names.walks)
	result, ok := x.evaluate(marks, asTraced, tracer)
	return ok && result == x.original && len(tracer.seen) == 0 && tracer.visits < maxVisits
}

// without returns the marks that can be replaced by values of the given kind. It leaves out a mark if all of its
// attributes were found before.
func (x *examination) without(kind int, marks []*mark) []*mark {
	left := []*mark{}
	for _, each := range marks {
		isNew := func(leaf unknownLeaf) bool { return x.how[leaf] == "" }
		if each.canBe(kind, x.names.walks) && slices.ContainsFunc(each.leaves, isNew) {
			left = append(left, each)
		}
	}
	return left
}

// add records that the policy depends on the given attributes, unless they were found before.
func (x *examination) add(how string, leaves ...unknownLeaf) {
	for _, leaf := range leaves {
		if x.how[leaf] == "" {
			x.how[leaf] = how
			x.leaves = append(x.leaves, leaf)
		}
	}
}

// inputWith returns the input with marks. All policies share the input with a mark in place of every mask.
func (x *examination) inputWith(marks []*mark, kind int) *input {
	if x.masks != nil && len(marks) == len(x.marks) {
		return x.masks.inputWith(kind, x.parts)
	}
	return markedInput(x.parts, marks, x.names.rules.texts["planned_values"] || x.names.walks, kind)
}

// evaluate returns the result of the policy with marks. It returns false if the evaluation failed.
func (x *examination) evaluate(marks []*mark, kind int, tracer inputTracer) (string, bool) {
	document, _ := withParameters(x.inputWith(marks, kind).in(x.request.Form), x.values)
	options := append(surroundings(x.request), rego.EvalParsedInput(document), rego.EvalExternalCancel(x.cancel))
	if tracer != nil {
		tracer.traces(document)
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

// looksAt adds the attributes that are read by expressions that are not true. It returns whether the evaluation succeeded
// within the bounds. Each mark must belong to one resource.
func (x *examination) looksAt(marks []*mark) bool {
	if len(marks) == 0 {
		return true
	}
	tracer := newLooksTracer(marks, x.names.walks)
	if _, ok := x.evaluate(marks, asTraced, tracer); !ok {
		return false
	}
	for _, each := range marks {
		if tracer.seen[each.number] {
			x.add(howLooksAt, each.leaves...)
		}
	}
	return tracer.visits < maxVisits
}

// resultOf returns a text that identifies the result of a policy. The first line is the number of members. The other
// lines are the addresses of resources in the members. resultOf returns false if the result is not a verdict.
func resultOf(results rego.ResultSet, addresses map[string]bool) (string, bool) {
	members, ok := membersOf(results)
	if !ok {
		return "", false
	}
	named := map[string]bool{}
	for _, member := range members {
		addAddresses(member, addresses, named)
	}
	return strings.Join(append([]string{strconv.Itoa(len(members))}, slices.Sorted(maps.Keys(named))...), "\n"), true
}

// membersOf returns the members of the result of a policy. It returns false if the result is not a verdict.
func membersOf(results rego.ResultSet) ([]any, bool) {
	if len(results) != 1 || len(results[0].Expressions) != 1 {
		return nil, false
	}
	members, ok := results[0].Expressions[0].Value.([]any)
	return members, ok
}
