package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/types"
)

// testTracer records the marks that a policy tests. A mark is tested if its value determines whether an expression is
// true, or if a function computes a new value from it. An expression that only copies a mark, for example into a
// message, does not test it.
type testTracer struct {
	*looksTracer
	compiler *ast.Compiler
	cancel   topdown.Cancel
	// masks contains the marks by their numbers.
	masks map[int]*mark
	// begun contains the expressions with references to rules that are being evaluated, with the operands that they had
	// when they began.
	begun map[begunExpr][]*ast.Term
	// calls maps the operator of a call expression to the called function.
	calls map[*ast.Term]*called
}

// called is a function that an expression calls. builtin is nil for a function of the policy, which has rules.
type called struct {
	name    string
	builtin *ast.Builtin
	rules   []*ast.Rule
}

// begunExpr is an expression in the evaluation of a query.
type begunExpr struct {
	query uint64
	expr  *ast.Expr
}

func (x *examination) newTestTracer(marks []*mark) *testTracer {
	tracer := &testTracer{
		looksTracer: newLooksTracer(nil, x.names.walks), compiler: x.compiler, cancel: x.cancel, masks: make(map[int]*mark, len(marks)),
		begun: map[begunExpr][]*ast.Term{}, calls: map[*ast.Term]*called{},
	}
	for _, each := range marks {
		tracer.masks[each.number] = each
	}
	return tracer
}

// isDone reports whether the tracer recorded as many marks as an answer can contain. It then ends the evaluation.
func (t *testTracer) isDone() bool { return len(t.seen) >= maxDepended }

// TraceEvent looks at the operands of an expression. If they refer to rules, it does so after the expression was true for
// the first time or was not true, because the values of the rules are known then.
func (t *testTracer) TraceEvent(event topdown.Event) {
	if t.isDone() {
		t.cancel.Cancel()
	}
	if t.isDone() || t.visits >= maxVisits {
		return
	}
	switch node := event.Node.(type) {
	case *ast.Rule:
		if event.Op == topdown.ExitOp && len(node.Head.Args) == 0 {
			t.keepRule(node, event)
		}
	case *ast.Expr:
		at := begunExpr{event.QueryID, node}
		switch {
		case event.Op == topdown.EvalOp && !node.Negated:
			if operands := operandsOf(node, event); slices.ContainsFunc(operands, refersToRules) {
				t.begun[at] = operands
			} else {
				t.test(node, operands, t.inputOf(event))
			}
		case len(t.begun) > 0 && (event.Op == topdown.FailOp || event.Op == topdown.RedoOp):
			if operands, isBegun := t.begun[at]; isBegun {
				delete(t.begun, at)
				t.test(node, operands, t.inputOf(event))
			}
		}
	}
}

func refersToRules(operand *ast.Term) bool {
	ref, isRef := operand.Value.(ast.Ref)
	return isRef && ref[0].Equal(ast.DefaultRootDocument)
}

// calledBy returns the function that an operator stands for.
func (t *testTracer) calledBy(operator *ast.Term) *called {
	known := t.calls[operator]
	if known == nil {
		ref, _ := operator.Value.(ast.Ref)
		known = &called{name: ref.String()}
		if known.builtin = ast.BuiltinMap[known.name]; known.builtin == nil {
			known.rules = t.compiler.GetRulesExact(ref)
		}
		t.calls[operator] = known
	}
	return known
}

// operandsOf returns the operands of an expression, with variables replaced by their values. Variables that have no
// value yet remain variables.
func operandsOf(expr *ast.Expr, event topdown.Event) []*ast.Term {
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		return []*ast.Term{event.Plug(terms)}
	case *ast.Every:
		return []*ast.Term{event.Plug(terms.Domain)}
	case []*ast.Term:
		operands := make([]*ast.Term, len(terms)-1)
		for at, each := range terms[1:] {
			operands[at] = event.Plug(each)
		}
		return operands
	}
	return nil
}

// carriers contains the functions whose results contain the texts in their arguments. Calling such a function is no
// test, but later expressions may test its result.
var carriers = words("upper lower trim trim_space trim_left trim_right trim_prefix trim_suffix replace strings.replace_n json.marshal json.marshal_with_options yaml.marshal")

func (t *testTracer) test(expr *ast.Expr, operands []*ast.Term, input ast.Value) {
	ignore := func(ast.Value) {}
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		t.read(operands[0], input, t.noteCondition)
		return
	case *ast.Every:
		t.read(operands[0], input, t.noteText)
		return
	case []*ast.Term:
		function := t.calledBy(terms[0])
		name, builtin := function.name, function.builtin
		switch {
		case len(operands) > 1 && (name == ast.Equality.Name || name == ast.Equal.Name || name == ast.NotEqual.Name):
			t.compare(t.valuesOf(operands[0], input), t.valuesOf(operands[1], input))
			return
		case builtin == nil:
			t.callOwn(function.rules, operands, input)
			return
		case name == ast.ObjectGet.Name && len(operands) > 2:
			t.read(operands[0], input, t.noteText, pathOf(operands[1])...)
			operands = operands[2:]
		case carriers[name] || name == ast.IsNull.Name || t.walks && strings.HasPrefix(name, "is_"):
		case types.Compare(builtin.Decl.Result(), types.B) == 0:
			for _, each := range operands[:min(len(operands), builtin.Decl.Arity())] {
				t.read(each, input, func(value ast.Value) { t.look(value, t.note) })
			}
			return
		default:
			for _, each := range operands[:min(len(operands), builtin.Decl.Arity())] {
				t.read(each, input, t.noteText)
			}
			return
		}
	}
	for _, each := range operands {
		t.read(each, input, ignore)
	}
}

// read calls at with each value that an operand can have. It notes the marks that are used as keys in a reference of
// the operand, or in rest.
func (t *testTracer) read(term *ast.Term, input ast.Value, at func(ast.Value), rest ...*ast.Term) {
	if ref, isRef := term.Value.(ast.Ref); isRef {
		for _, step := range ref[1:] {
			t.noteText(step.Value)
		}
	}
	t.operand(term, rest, input, func(value ast.Value, rest []*ast.Term, _ bool) {
		if len(rest) > 0 {
			t.noteText(value)
		} else {
			at(value)
		}
	})
}

func (t *testTracer) valuesOf(term *ast.Term, input ast.Value) []ast.Value {
	found := []ast.Value{}
	t.read(term, input, func(value ast.Value) { found = append(found, value) })
	return found
}

// note notes a mark that a policy tests.
func (t *testTracer) note(number int) {
	if t.masks[number] != nil {
		t.seen[number] = true
	}
}

// noteText notes the marks in a text.
func (t *testTracer) noteText(value ast.Value) {
	if text, ok := value.(ast.String); ok {
		for _, number := range marksIn(string(text)) {
			t.note(number)
		}
	}
}

// noteCondition notes a mark that is a condition and that can stand for the boolean false.
func (t *testTracer) noteCondition(value ast.Value) {
	if number, ok := wholeMark(value); ok && t.masks[number] != nil && t.masks[number].canBeFalse() {
		t.note(number)
	}
}

// callOwn notes the marks in the arguments of a call if the head of the called function compares these arguments with
// values.
func (t *testTracer) callOwn(rules []*ast.Rule, operands []*ast.Term, input ast.Value) {
	for at, each := range operands {
		values := t.valuesOf(each, input)
		for _, rule := range rules {
			if at < len(rule.Head.Args) {
				t.compare(values, []ast.Value{rule.Head.Args[at].Value})
			}
		}
	}
}

// compare notes the marks that determine whether two values are equal.
func (t *testTracer) compare(left, right []ast.Value) {
	for _, one := range left {
		for _, other := range right {
			if isVariable(one) || isVariable(other) {
				continue
			}
			found := map[int]bool{}
			if t.visits++; t.visits < maxVisits && t.canBeEqual(one, other, found) {
				for _, number := range slices.Sorted(maps.Keys(found)) {
					t.note(number)
				}
			}
		}
	}
}

// canBeEqual reports whether two values can be equal if their marks are replaced by other values, and adds these marks
// to found. A variable without a value is equal to any value.
func (t *testTracer) canBeEqual(one, other ast.Value, found map[int]bool) bool {
	t.visits++
	if isVariable(one) || isVariable(other) {
		return true
	}
	if text, ok := other.(ast.String); ok && len(marksIn(string(text))) > 0 {
		one, other = other, one
	}
	switch one := one.(type) {
	case ast.String:
		if len(marksIn(string(one))) > 0 {
			return canBe(one, other, found)
		}
	case *ast.Array:
		elements, ok := other.(*ast.Array)
		if !ok || elements.Len() != one.Len() {
			return false
		}
		for at := range one.Len() {
			if !t.canBeEqual(one.Elem(at).Value, elements.Elem(at).Value, found) {
				return false
			}
		}
		return true
	case ast.Object:
		members, ok := other.(ast.Object)
		if !ok || members.Len() != one.Len() {
			return false
		}
		for _, key := range one.Keys() {
			member := members.Get(key)
			if member == nil || !t.canBeEqual(one.Get(key).Value, member.Value, found) {
				return false
			}
		}
		return true
	case ast.Set:
		if set, ok := other.(ast.Set); ok {
			for _, each := range []ast.Set{one, set} {
				t.look(each, func(number int) { found[number] = true })
			}
			return len(found) > 0 || one.Compare(set) == 0
		}
	}
	return one.Compare(other) == 0
}

func isVariable(value ast.Value) bool {
	_, is := value.(ast.Var)
	return is
}

// canBe reports whether a text with marks can be equal to another value, and adds the marks of both to found. A masked
// value is never null.
func canBe(text ast.String, other ast.Value, found map[int]bool) bool {
	if _, isNull := other.(ast.Null); isNull {
		return false
	}
	given, isText := other.(ast.String)
	if _, isWhole := wholeMark(text); !isWhole && len(marksIn(string(given))) == 0 {
		before, after := string(text)[:strings.Index(string(text), markEdge)], string(text)[strings.LastIndex(string(text), markEdge)+len(markEdge):]
		if !isText || !strings.HasPrefix(string(given), before) || !strings.HasSuffix(string(given), after) {
			return false
		}
	}
	for _, number := range append(marksIn(string(text)), marksIn(string(given))...) {
		found[number] = true
	}
	return true
}

// wholeMark returns the number of a mark if a value consists only of this mark.
func wholeMark(value ast.Value) (int, bool) {
	text, _ := value.(ast.String)
	numbers := marksIn(string(text))
	if len(numbers) == 1 && string(text) == markText(numbers[0]) {
		return numbers[0], true
	}
	return 0, false
}
