package engine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

const (
	maxTracedRules = 50
	maxTracedStops = 10
	maxTracedTimes = 3
)

// ruleTracer records which rules an evaluation entered. For each rule it records how often and with which values the
// rule was true, and which of its expressions were not true.
type ruleTracer struct {
	mask  func(string) string
	rules map[uint64]*ast.Rule
	notes map[*ast.Rule]*RuleTrace
}

func newRuleTracer(mask func(string) string) *ruleTracer {
	return &ruleTracer{mask: mask, rules: map[uint64]*ast.Rule{}, notes: map[*ast.Rule]*RuleTrace{}}
}

// Enabled implements topdown.QueryTracer.
func (*ruleTracer) Enabled() bool { return true }

// Config requests the values of local variables.
func (*ruleTracer) Config() topdown.TraceConfig { return topdown.TraceConfig{PlugLocalVars: true} }

// TraceEvent records the result of a rule or an expression.
func (t *ruleTracer) TraceEvent(event topdown.Event) {
	switch node := event.Node.(type) {
	case *ast.Rule:
		t.noteRule(node, event)
	case *ast.Expr:
		rule := t.rules[event.QueryID]
		if event.Op == topdown.FailOp && rule != nil {
			t.notes[rule].stop(node, event, t.mask)
		}
	}
}

func (t *ruleTracer) noteRule(rule *ast.Rule, event topdown.Event) {
	if rule.Location == nil {
		return
	}
	note := t.notes[rule]
	if note == nil {
		if len(t.notes) == maxTracedRules {
			return
		}
		note = &RuleTrace{Name: rule.Ref().GroundPrefix().String(), File: rule.Location.File, Row: rule.Location.Row}
		note.Values, note.Stops = [][]NamedValue{}, []TraceStop{}
		t.notes[rule] = note
	}
	switch event.Op {
	case topdown.EnterOp:
		t.rules[event.QueryID] = rule
	case topdown.ExitOp:
		note.Count++
		if len(note.Values) < maxTracedTimes {
			note.Values = append(note.Values, namedLocals(event, t.mask))
		}
	}
}

// stop records an expression of a rule that was not true, with the values of its first evaluation.
func (r *RuleTrace) stop(expr *ast.Expr, event topdown.Event, mask func(string) string) {
	written := expr.BaseCogeneratedExpr()
	if _, isEvery := expr.Terms.(*ast.Every); isEvery || written.Location == nil {
		return
	}
	text := shortened(string(written.Location.Text), maxTextLength)
	at := slices.IndexFunc(r.Stops, func(each TraceStop) bool {
		return each.Row == written.Location.Row && each.Expression == text
	})
	if at >= 0 {
		r.Stops[at].Count++
		return
	}
	if len(r.Stops) < maxTracedStops {
		r.Stops = append(r.Stops, TraceStop{Row: written.Location.Row, Expression: text, Count: 1, Values: valuesIn(expr, &event, mask)})
	}
}

// namedLocals returns the values of a rule's variables by the names in the source.
func namedLocals(event topdown.Event, mask func(string) string) []NamedValue {
	values := []NamedValue{}
	for variable, metadata := range event.LocalMetadata {
		value := event.Locals.Get(variable)
		name := string(metadata.Name)
		if value == nil || strings.HasPrefix(name, "__") || strings.HasPrefix(name, ast.WildcardPrefix) {
			continue
		}
		values = append(values, NamedValue{Name: name, Value: shortened(mask(value.String()), maxValueBytes)})
	}
	slices.SortFunc(values, func(a, b NamedValue) int { return strings.Compare(a.Name, b.Name) })
	return values[:min(len(values), maxValues)]
}

// traces returns the traces of all rules, sorted by file and row.
func (t *ruleTracer) traces() []RuleTrace {
	traces := []RuleTrace{}
	for _, each := range t.notes {
		traces = append(traces, *each)
	}
	slices.SortFunc(traces, func(a, b RuleTrace) int { return cmp.Or(strings.Compare(a.File, b.File), a.Row-b.Row) })
	return traces
}
