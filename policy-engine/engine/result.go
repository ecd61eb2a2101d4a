package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

const (
	codeWrongResult = "wrong_result"
	aBoolean        = "a boolean"
	anObject        = "an object"
)

// resultProblems returns a problem if a query's result can never be a verdict because of its type.
func resultProblems(query string, expr *ast.Expr, compiled *policy) []Problem {
	kinds, isKnown := kindsOf(typeOf(expr, compiled))
	if !isKnown {
		return nil
	}
	problem := errorProblem(codeWrongResult, wrongResult(query, strings.Join(kinds, " or ")))
	if rules := rulesNamed(expr, compiled); len(rules) > 0 {
		place := problemAt(problem.Code, problem.Message, rules[0].Location)
		place.Hint = ruleHint(rules, listQueries(expr, kinds, compiled))
		return []Problem{place}
	}
	problem.File = queryFile
	problem.Hint = "Query a rule that gives a set of messages, such as data.policy.deny."
	return []Problem{problem}
}

func wrongResult(query, kind string) string {
	return fmt.Sprintf("%s gives %s; a verdict is an array or a set", query, kind)
}

// typeOf returns the type of the value of an expression, or nil if the type is unknown.
func typeOf(expr *ast.Expr, compiled *policy) types.Type {
	var value *ast.Term
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		value = terms
	case []*ast.Term:
		value = ast.NewTerm(ast.Call(terms))
	}
	if value == nil || expr.Negated || expr.IsEquality() || expr.IsAssignment() {
		return nil
	}
	result := ast.VarTerm("result")
	captured := ast.Equality.Expr(result, value)
	captured.With = expr.With
	queries := compiled.compiler.QueryCompiler()
	if _, err := queries.Compile(ast.NewBody(captured.Copy())); err != nil {
		return nil
	}
	return queries.TypeEnv().Get(result)
}

// kindsOf returns the names of the types that a value can have. It returns false if the value may be an array or a set,
// or if its type is unknown.
func kindsOf(given types.Type) ([]string, bool) {
	switch given := given.(type) {
	case types.Null:
		return []string{"null"}, true
	case types.Boolean:
		return []string{aBoolean}, true
	case types.String:
		return []string{"a string"}, true
	case types.Number:
		return []string{"a number"}, true
	case *types.Object:
		return []string{anObject}, true
	case types.Any:
		kinds := []string{}
		for _, each := range given {
			some, isKnown := kindsOf(each)
			if !isKnown {
				return nil, false
			}
			kinds = append(kinds, some...)
		}
		slices.Sort(kinds)
		return slices.Compact(kinds), len(kinds) > 0
	}
	return nil, false
}

// rulesNamed returns the rules that a query names. Default rules come last.
func rulesNamed(expr *ast.Expr, compiled *policy) []*ast.Rule {
	term, ok := expr.Terms.(*ast.Term)
	if !ok {
		return nil
	}
	ref, ok := term.Value.(ast.Ref)
	if !ok {
		return nil
	}
	rules := slices.Clone(rulesBelow(ref, compiled))
	slices.SortStableFunc(rules, func(a, b *ast.Rule) int {
		switch {
		case a.Default == b.Default:
			return byPlace(problemAt("", "", a.Location), problemAt("", "", b.Location))
		case a.Default:
			return 1
		}
		return -1
	})
	return rules
}

// listQueries returns queries that derive a verdict from the document that a query names. Each query is followed by the
// condition under which it is correct.
func listQueries(expr *ast.Expr, kinds []string, compiled *policy) []string {
	term, ok := expr.Terms.(*ast.Term)
	if !ok || len(expr.With) > 0 {
		return nil
	}
	ref := term.Value.(ast.Ref)
	home := rulesBelow(ref, compiled)[0].Module.Package.Path
	if query := listQuery(documentOf(ref, home, kinds), compiled); query != "" {
		return []string{query}
	}
	if slices.Equal(kinds, []string{aBoolean}) && ref.IsGround() {
		return []string{
			fmt.Sprintf("[m | not %s; m := \"%s is not true\"] if a plan passes when it is true", ref, nameAt(ref, len(ref)-1)),
			fmt.Sprintf("[m | %s; m := \"%s is true\"] if a plan fails when it is true", ref, nameAt(ref, len(ref)-1)),
		}
	}
	return nil
}

// ruleHint returns a hint for rules whose value is not a list. It shows how to query them and how to rewrite them.
func ruleHint(rules []*ast.Rule, queries []string) string {
	rule := rules[0]
	name := firstName(rule)
	message := `"message"`
	if key := rule.Head.Key; key != nil && rule.Head.DocKind() == ast.PartialObjectDoc {
		message = "message"
	}
	form := "deny contains %s if { … }"
	if rule.Module != nil && rule.Module.RegoVersion() == ast.RegoV0 {
		message, form = "message", "deny[%s] { … }"
	}
	hint := "Write " + fmt.Sprintf(form, message)
	if len(queries) > 0 {
		hint = "Query " + strings.Join(queries, ", or ") + ". Or write " + fmt.Sprintf(form, message)
	}
	switch {
	case permission.MatchString(name):
		hint += " for what is not allowed, and query it instead of " + name
	case rule.Head.DocKind() == ast.PartialObjectDoc:
		hint += ", with everything to show in the message"
	}
	return hint + ": the plan passes if there is no message."
}
