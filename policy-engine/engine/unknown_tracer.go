package engine

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// looksTracer records the marks at which expressions look that are not true.
type looksTracer struct {
	input ast.Value
	// seen contains the numbers of the marks. left is the number of marks that were not seen yet.
	seen   map[int]bool
	left   int
	visits int
	// inRules contains the marks in the values of the policy's own rules.
	inRules map[*ast.Rule]map[int]bool
}

func newLooksTracer(marks int) *looksTracer {
	return &looksTracer{seen: map[int]bool{}, left: marks, inRules: map[*ast.Rule]map[int]bool{}}
}

// Enabled implements topdown.QueryTracer.
func (*looksTracer) Enabled() bool { return true }

// Config requests no values of variables, because the tracer asks for those of the failed expression only.
func (*looksTracer) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

// TraceEvent looks at the operands of an expression that is not true, and at the values of rules.
func (t *looksTracer) TraceEvent(event topdown.Event) {
	if t.left == 0 || t.visits >= maxVisits {
		return
	}
	switch node := event.Node.(type) {
	case *ast.Rule:
		if event.Op == topdown.ExitOp {
			t.noteRule(node, event)
		}
	case *ast.Expr:
		if event.Op == topdown.FailOp {
			for _, each := range append([]*ast.Expr{node}, node.CogeneratedExprs()...) {
				t.failed(each, event)
			}
		}
	}
}

// noteRule remembers the marks in the key and the value of a rule.
func (t *looksTracer) noteRule(rule *ast.Rule, event topdown.Event) {
	for _, term := range []*ast.Term{rule.Head.Key, rule.Head.Value} {
		if term == nil {
			continue
		}
		t.look(event.Plug(term).Value, func(number int) {
			if t.inRules[rule] == nil {
				t.inRules[rule] = map[int]bool{}
			}
			t.inRules[rule][number] = true
		})
	}
}

// failed looks at the operands of an expression, or of a part of it that the compiler moved into an expression of its
// own.
func (t *looksTracer) failed(expr *ast.Expr, event topdown.Event) {
	input := t.input
	if current := event.Input(); current != nil {
		input = current.Value
	}
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		t.operand(event.Plug(terms), input)
	case *ast.Every:
		t.operand(event.Plug(terms.Domain), input)
	case []*ast.Term:
		// The expressions of the policy's own functions fail, too.
		if operator, ok := terms[0].Value.(ast.Ref); ok && operator.HasPrefix(ast.DefaultRootRef) {
			return
		}
		for _, each := range terms[1:] {
			t.operand(event.Plug(each), input)
		}
	}
}

// operand looks at a value, or at the value to which a reference refers.
func (t *looksTracer) operand(term *ast.Term, input ast.Value) {
	ref, ok := term.Value.(ast.Ref)
	if !ok {
		t.look(term.Value, t.note)
		return
	}
	_, isVariable := ref[0].Value.(ast.Var)
	switch {
	case ref[0].Equal(ast.InputRootDocument):
		t.follow(input, ref[1:])
	case ref[0].Equal(ast.DefaultRootDocument):
		t.noteMarksOf(ref.GroundPrefix())
	case !isVariable:
		t.follow(ref[0].Value, ref[1:])
	}
}

// noteMarksOf notes the marks in the values of the rules to which a reference refers.
func (t *looksTracer) noteMarksOf(ref ast.Ref) {
	for rule, numbers := range t.inRules {
		if path := rule.Ref().GroundPrefix(); ref.HasPrefix(path) || path.HasPrefix(ref) {
			for number := range numbers {
				t.note(number)
			}
		}
	}
}

// follow looks at the value at the end of a reference, and at marks on the way to it. A variable stands for each
// element.
func (t *looksTracer) follow(value ast.Value, rest ast.Ref) {
	if t.visits++; t.visits >= maxVisits || value == nil {
		return
	}
	if len(rest) == 0 {
		t.look(value, t.note)
		return
	}
	if _, ok := value.(ast.String); ok {
		t.look(value, t.note)
		return
	}
	if _, isVariable := rest[0].Value.(ast.Var); !isVariable {
		t.follow(childOf(value, rest[0]), rest[1:])
		return
	}
	switch value := value.(type) {
	case ast.Object:
		value.Foreach(func(_, member *ast.Term) { t.follow(member.Value, rest[1:]) })
	case *ast.Array:
		value.Foreach(func(element *ast.Term) { t.follow(element.Value, rest[1:]) })
	}
}

// look calls note for each mark that a value is or directly contains.
func (t *looksTracer) look(value ast.Value, note func(number int)) {
	each := func(term *ast.Term) {
		t.visits++
		if text, ok := term.Value.(ast.String); ok {
			for _, number := range marksIn(string(text)) {
				note(number)
			}
		}
	}
	switch value := value.(type) {
	case ast.String:
		each(ast.NewTerm(value))
	case *ast.Array:
		value.Foreach(each)
	case ast.Set:
		value.Foreach(each)
	case ast.Object:
		value.Foreach(func(_, member *ast.Term) { each(member) })
	}
}

func (t *looksTracer) note(number int) {
	if !t.seen[number] {
		t.seen[number] = true
		t.left--
	}
}
