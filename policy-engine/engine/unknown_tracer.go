package engine

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// looksTracer records the marks that are operands of expressions that are not true.
type looksTracer struct {
	input ast.Value
	// marks contains the numbers of all marks, and seen those of the recorded marks.
	marks  map[int]bool
	seen   map[int]bool
	visits int
	// walks reports whether the policy calls walk. Such a policy gets every mark as a value, so the tracer records only
	// marks to which a reference leads. named contains the numbers of these marks.
	walks bool
	named map[int]bool
	// keys contains the keys in the paths of the marks. leads reports whether a reference in an expression can lead to a
	// mark.
	keys  map[string]bool
	leads map[*ast.Expr]bool
	// values contains the values of the policy's own rules. isCut reports whether a rule has more than maxRuleValues.
	values map[*ast.Rule][]ruleValue
	isCut  bool
}

// inputTracer is a tracer that knows the input of the evaluation.
type inputTracer interface {
	topdown.QueryTracer
	traces(input ast.Value)
}

func (t *looksTracer) traces(input ast.Value) { t.input = input }

// reached is a function that is called with each value to which an operand leads, and with each text on the way to the
// value together with the rest of the path. isNamed reports whether a reference into the input or to a rule leads to
// the value.
type reached func(value ast.Value, rest []*ast.Term, isNamed bool)

// ruleValue is a value of a rule. key is the key of a member of a set or an object, and otherwise nil.
type ruleValue struct{ key, value *ast.Term }

// maxRuleValues is the maximum number of values that the tracer keeps for each rule.
const maxRuleValues = 1000

func newLooksTracer(marks []*mark, walks bool) *looksTracer {
	tracer := &looksTracer{
		marks: map[int]bool{}, seen: map[int]bool{}, named: map[int]bool{}, walks: walks,
		keys: map[string]bool{}, leads: map[*ast.Expr]bool{}, values: map[*ast.Rule][]ruleValue{},
	}
	for _, each := range marks {
		tracer.marks[each.number] = true
		for _, step := range each.leaves[0].at {
			if key, ok := step.Value.(ast.String); ok {
				tracer.keys[string(key)] = true
			}
		}
	}
	return tracer
}

// canLead reports whether a reference in an expression ends with a variable or names a key in the path of a mark.
func (t *looksTracer) canLead(expr *ast.Expr) bool {
	can, isKnown := t.leads[expr]
	if isKnown {
		return can
	}
	ast.WalkTerms(expr, func(term *ast.Term) bool {
		if key, isText := term.Value.(ast.String); isText && t.keys[string(key)] {
			can = true
		}
		if ref, isRef := term.Value.(ast.Ref); isRef && len(ref) > 1 && !ref[len(ref)-1].IsGround() {
			can = true
		}
		return can
	})
	t.leads[expr] = can
	return can
}

// Enabled implements topdown.QueryTracer.
func (*looksTracer) Enabled() bool { return true }

// Config requests no values of variables, because the tracer asks only for those of certain expressions.
func (*looksTracer) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

// TraceEvent looks at the operands of an expression that is not true, and keeps the values of rules.
func (t *looksTracer) TraceEvent(event topdown.Event) {
	if len(t.seen) == len(t.marks) || t.visits >= maxVisits {
		return
	}
	switch node := event.Node.(type) {
	case *ast.Rule:
		if event.Op == topdown.ExitOp && len(node.Head.Args) == 0 {
			t.keepRule(node, event)
		}
	case *ast.Expr:
		switch {
		case event.Op == topdown.FailOp && (!t.walks || len(t.named) > 0):
			t.operands(node, event, t.note)
			for _, each := range node.CogeneratedExprs() {
				// The compiler adds these equalities to assign operands to variables. The expressions that use the
				// variables follow.
				if !each.IsEquality() {
					t.operands(each, event, t.note)
				}
			}
		case event.Op == topdown.EvalOp && t.walks && t.canLead(node):
			t.operands(node, event, nil)
		}
	}
}

func (t *looksTracer) keepRule(rule *ast.Rule, event topdown.Event) {
	if t.visits++; len(t.values[rule]) == maxRuleValues {
		t.isCut = true
		return
	}
	kept := ruleValue{}
	if rule.Head.Key != nil {
		kept.key = event.Plug(rule.Head.Key)
		kept.value = kept.key
	}
	if rule.Head.Value != nil && rule.Head.DocKind() != ast.PartialSetDoc {
		kept.value = event.Plug(rule.Head.Value)
	}
	t.values[rule] = append(t.values[rule], kept)
}

// operands looks at the operands of an expression. If note is nil, it only records the marks to which references lead.
func (t *looksTracer) operands(expr *ast.Expr, event topdown.Event, note func(int)) {
	input := t.inputOf(event)
	at := func(value ast.Value, _ []*ast.Term, isNamed bool) {
		if note == nil && !isNamed {
			return
		}
		t.look(value, func(number int) {
			if isNamed {
				t.named[number] = true
			}
			if note != nil {
				note(number)
			}
		})
	}
	look := func(term *ast.Term, rest ...*ast.Term) { t.operand(event.Plug(term), rest, input, at) }
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		look(terms)
	case *ast.Every:
		look(terms.Domain)
	case []*ast.Term:
		operator, _ := terms[0].Value.(ast.Ref)
		switch {
		case operator.HasPrefix(ast.DefaultRootRef):
			// Calls of the policy's own functions are skipped, because an expression in the function is not true either
			// and is examined itself.
		case operator.Equal(ast.ObjectGet.Ref()) && len(terms) > 2:
			look(terms[1], pathOf(event.Plug(terms[2]))...)
		default:
			for _, each := range terms[1:] {
				look(each)
			}
		}
	}
}

// inputOf returns the input of an event. An expression can replace it by with.
func (t *looksTracer) inputOf(event topdown.Event) ast.Value {
	if current := event.Input(); current != nil {
		return current.Value
	}
	return t.input
}

// pathOf returns the keys that object.get looks up.
func pathOf(key *ast.Term) []*ast.Term {
	path := []*ast.Term{}
	if keys, ok := key.Value.(*ast.Array); ok {
		keys.Foreach(func(each *ast.Term) { path = append(path, each) })
		return path
	}
	return append(path, key)
}

// operand looks at the value of a term, or at the value to which the rest of a path leads from there.
func (t *looksTracer) operand(term *ast.Term, rest []*ast.Term, input ast.Value, at reached) {
	ref, isRef := term.Value.(ast.Ref)
	if !isRef {
		t.follow(term.Value, rest, false, at)
		return
	}
	path := append(ref[1:len(ref):len(ref)], rest...)
	_, isVariable := ref[0].Value.(ast.Var)
	_, isText := ref[0].Value.(ast.String)
	switch {
	case ref[0].Equal(ast.InputRootDocument):
		t.follow(input, path, true, at)
	case ref[0].Equal(ast.DefaultRootDocument):
		t.followRules(ref, rest, at)
	case !isVariable && !(isText && t.walks):
		t.follow(ref[0].Value, path, true, at)
	}
}

// followRules looks at the values of the rules to which a reference leads.
func (t *looksTracer) followRules(ref ast.Ref, rest []*ast.Term, at reached) {
	for rule, values := range t.values {
		path := rule.Ref().GroundPrefix()
		isBelow := ref.HasPrefix(path)
		if !isBelow && !path.HasPrefix(ref.GroundPrefix()) {
			continue
		}
		below := append(ref[min(len(path), len(ref)):len(ref):len(ref)], rest...)
		for _, each := range values {
			switch {
			case !isBelow || each.key == nil:
				t.follow(each.value.Value, below, true, at)
			case len(below) == 0 || !below[0].IsGround() || below[0].Equal(each.key):
				t.follow(each.value.Value, below[min(1, len(below)):], true, at)
			}
		}
	}
}

// follow calls at with the value at the end of a path. A variable in the path matches each element.
func (t *looksTracer) follow(value ast.Value, path []*ast.Term, isNamed bool, at reached) {
	if t.visits++; t.visits >= maxVisits || value == nil {
		return
	}
	if _, isText := value.(ast.String); isText || len(path) == 0 {
		at(value, path, isNamed)
		return
	}
	if _, isVariable := path[0].Value.(ast.Var); !isVariable {
		t.follow(childOf(value, path[0]), path[1:], isNamed, at)
		return
	}
	next := func(element *ast.Term) { t.follow(element.Value, path[1:], isNamed, at) }
	switch value := value.(type) {
	case ast.Object:
		value.Foreach(func(_, member *ast.Term) { next(member) })
	case *ast.Array:
		value.Foreach(next)
	case ast.Set:
		value.Foreach(next)
	}
}

// look calls note for each mark that a value is or directly contains.
func (t *looksTracer) look(value ast.Value, note func(int)) {
	each := func(term *ast.Term) {
		t.visits++
		if text, ok := term.Value.(ast.String); ok && note != nil {
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
	// A plan can contain texts that look like marks.
	if t.marks[number] && (!t.walks || t.named[number]) {
		t.seen[number] = true
	}
}
