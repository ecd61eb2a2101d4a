package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/open-policy-agent/opa/v1/topdown"
)

const (
	maxExplained  = 20
	maxValues     = 20
	maxValueBytes = 500
)

// explainer runs failed tests a second time with a tracer. The first run has no tracer, because a tracer would slow
// down the tests that pass.
type explainer struct {
	*policy
	timeout time.Duration
}

// newExplainer compiles the modules so that failed tests can report the values in their expressions.
func newExplainer(tested *policy, timeout time.Duration) (*explainer, bool) {
	compiler := newCompiler(tested.data).WithRewriteTestRules(true)
	compiler.Compile(tested.modules)
	compiled := &policy{compiler: compiler, modules: tested.modules, data: tested.data}
	return &explainer{policy: compiled, timeout: timeout}, !compiler.Failed()
}

// undefinedIn returns a message about an undefined reference in a test, for example to the data of a mock. A test with
// such a reference cannot pass.
func (e *explainer) undefinedIn(result *tester.Result) string {
	query, err := ast.ParseBody(result.Package + "." + result.Name)
	if err != nil {
		return ""
	}
	replaced := []ast.Ref{}
	for _, rule := range e.rulesBehind(query) {
		replaced = append(replaced, replacedBy(rule)...)
	}
	problems := undefinedReferences(query, "", e.policy)
	// Problems in the test itself come before those in the policy, because they explain more.
	isElsewhere := func(problem Problem) int {
		if result.Location != nil && problem.File == result.Location.File {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return isElsewhere(a) - isElsewhere(b) })
	for _, problem := range problems {
		ref, err := ast.ParseRef(problem.Reference)
		overlaps := func(other ast.Ref) bool { return ref.HasPrefix(other) || other.HasPrefix(ref) }
		if err == nil && !slices.ContainsFunc(replaced, overlaps) {
			return fmt.Sprintf("%s:%d: %s", problem.File, problem.Row, problem.Message)
		}
	}
	return ""
}

// explain returns the last expression of a test that was not true. It returns nil if all expressions of the test itself
// were true.
func (e *explainer) explain(result *tester.Result) *TestFailure {
	ctx, cancel := context.WithTimeout(context.Background(), e.timeout)
	defer cancel()
	query, err := rego.New(
		rego.Compiler(e.compiler),
		rego.Store(e.data.store),
		rego.Query(result.Package+"."+result.Name),
	).PrepareForEval(ctx)
	if err != nil {
		return nil
	}
	last := &lastFailure{}
	if _, err := query.Eval(ctx, rego.EvalQueryTracer(last)); err != nil {
		return nil
	}
	return last.failure
}

// lastFailure records the last expression that was not true, with its values.
type lastFailure struct {
	failure *TestFailure
}

// Enabled implements topdown.QueryTracer.
func (*lastFailure) Enabled() bool { return true }

// Config requests the values of local variables.
func (*lastFailure) Config() topdown.TraceConfig { return topdown.TraceConfig{PlugLocalVars: true} }

// TraceEvent records a failed expression. For "every", it records the failed expression in the body. Expressions of the
// query have no file and are skipped.
func (l *lastFailure) TraceEvent(event topdown.Event) {
	expr, ok := event.Node.(*ast.Expr)
	if event.Op != topdown.FailOp || !ok || event.Location == nil || event.QueryID == 0 {
		return
	}
	if _, isEvery := expr.Terms.(*ast.Every); isEvery {
		return
	}
	written := expr.BaseCogeneratedExpr()
	if written.Location == nil {
		return
	}
	l.failure = &TestFailure{
		File:       written.Location.File,
		Row:        written.Location.Row,
		Expression: shortened(string(written.Location.Text), maxTextLength),
		Values:     valuesIn(expr, &event, asItIs),
	}
}

func asItIs(text string) string { return text }

// valuesIn returns the values of the variables in an expression, and of the subexpressions that the compiler replaced
// with variables.
func valuesIn(expr *ast.Expr, event *topdown.Event, mask func(string) string) []NamedValue {
	values := []NamedValue{}
	collect := func(term *ast.Term) bool {
		variable, ok := term.Value.(ast.Var)
		if !ok || term.Location == nil || len(term.Location.Text) == 0 {
			return false
		}
		if _, isLocal := event.LocalMetadata[variable]; !isLocal {
			return false
		}
		value := event.Locals.Get(variable)
		if value == nil {
			return false
		}
		name := shortened(string(term.Location.Text), maxTextLength)
		isSaid := func(each NamedValue) bool { return each.Name == name }
		if !slices.ContainsFunc(values, isSaid) {
			values = append(values, NamedValue{Name: name, Value: shortened(mask(value.String()), maxValueBytes), place: term.Location})
		}
		return false
	}
	for _, each := range append([]*ast.Expr{expr}, expr.CogeneratedExprs()...) {
		ast.WalkTerms(each, collect)
	}
	slices.SortStableFunc(values, func(a, b NamedValue) int {
		return cmp.Or(a.place.Row-b.place.Row, a.place.Col-b.place.Col)
	})
	return values[:min(len(values), maxValues)]
}

// shortened returns at most length bytes of a text, without cutting a character in half.
func shortened(text string, length int) string {
	if len(text) <= length {
		return text
	}
	return strings.ToValidUTF8(text[:length], "") + " …"
}
