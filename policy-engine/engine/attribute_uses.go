package engine

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// attributeUses finds out whether a policy can read an attribute of a resource by other means than the attribute's
// name, for example by an iteration over all attributes. It examines compiled rules, whose expressions are not nested.
//
// A term is a holder if it can be an object whose members have names that the plan defines, such as the attributes in
// change.after and the variables, or if it can be a change, which contains such objects. All other terms are assumed not
// to be holders, even if they contain one.
type attributeUses struct {
	policy *policy
	// bindings contains the terms that a variable equals or of which it is a member. arguments contains the terms that
	// the callers of a function give for a parameter.
	bindings, arguments map[ruleVariable][]scopedTerm
	holders             map[ruleVariable]bool
	// isFound reports whether the policy uses a holder in any way other than reading attributes by their names.
	isFound bool
}

// ruleVariable is a variable of a rule. The rule is nil for variables of the query.
type ruleVariable struct {
	rule *ast.Rule
	name ast.Var
}

// ruleScope is a body of a rule, or a negated expression in a body. An expression binds variables only in its own scope
// and in the scopes within it.
type ruleScope struct {
	rule   *ast.Rule
	parent *ruleScope
}

func (s *ruleScope) isWithin(other *ruleScope) bool {
	return s == other || s != nil && s.parent.isWithin(other)
}

type scopedTerm struct {
	scope *ruleScope
	term  *ast.Term
}

// holderNames contains the names of holders in a plan.
var holderNames = words("change before after before_sensitive after_sensitive after_unknown before_identity after_identity values sensitive_values expressions variables output_changes")

// usesUnnamedAttributes reports whether the rules behind a query can read attributes whose names are neither in the
// rules nor in the data documents nor in the parameters.
func (p *policy) usesUnnamedAttributes(query ast.Body) bool {
	uses := &attributeUses{
		policy: p, bindings: map[ruleVariable][]scopedTerm{}, arguments: map[ruleVariable][]scopedTerm{}, holders: map[ruleVariable]bool{},
	}
	expressions := expressionsIn(&ruleScope{}, query)
	rules := p.rulesBehind(query)
	for _, rule := range rules {
		expressions = append(expressions, expressionsIn(&ruleScope{rule: rule}, rule.Body)...)
	}
	for _, each := range expressions {
		uses.addBindings(each.scope, each.expr)
	}
	for uses.addHolders() {
	}
	for _, each := range expressions {
		uses.examine(each.scope, each.expr)
	}
	for _, rule := range rules {
		for _, term := range append([]*ast.Term{rule.Head.Key, rule.Head.Value}, rule.Head.Reference...) {
			uses.examineInner(&ruleScope{rule: rule}, term)
		}
	}
	return uses.isFound
}

type scopedExpression struct {
	scope *ruleScope
	expr  *ast.Expr
}

// expressionsIn returns the expressions in a node and in all bodies within it.
func expressionsIn(scope *ruleScope, node any) []scopedExpression {
	found := []scopedExpression{}
	ast.NewGenericVisitor(func(node any) bool {
		switch node := node.(type) {
		case ast.Body:
			inner := &ruleScope{rule: scope.rule, parent: scope}
			for _, expr := range node {
				found = append(found, expressionsIn(inner, expr)...)
			}
			return true
		case *ast.Expr:
			inner := scope
			if node.Negated {
				inner = &ruleScope{rule: scope.rule, parent: scope}
			}
			found = append(found, scopedExpression{inner, node})
		}
		return false
	}).Walk(node)
	return found
}

func (u *attributeUses) addBindings(scope *ruleScope, expr *ast.Expr) {
	bind := func(variable, term *ast.Term) {
		if variable, isVariable := variableOf(scope.rule, variable); isVariable {
			u.bindings[variable] = append(u.bindings[variable], scopedTerm{scope, term})
		}
	}
	if every, isEvery := expr.Terms.(*ast.Every); isEvery {
		bind(every.Key, every.Domain)
		bind(every.Value, every.Domain)
	}
	call, isCall := expr.Terms.([]*ast.Term)
	if !isCall {
		return
	}
	switch call[0].Value.String() {
	case ast.Equality.Name:
		bind(call[1], call[2])
		bind(call[2], call[1])
	case ast.Member.Name, ast.MemberWithKey.Name:
		for _, member := range call[1 : len(call)-1] {
			bind(member, call[len(call)-1])
		}
	case ast.ObjectGet.Name:
		if len(call) > 4 {
			bind(call[4], ast.NewTerm(referenceOf(call)))
		}
	}
	for _, rule := range u.functionOf(call) {
		for at, parameter := range rule.Head.Args {
			if variable, isVariable := variableOf(rule, parameter); isVariable {
				u.arguments[variable] = append(u.arguments[variable], scopedTerm{scope, call[at+1]})
			}
		}
	}
}

func variableOf(rule *ast.Rule, term *ast.Term) (ruleVariable, bool) {
	if term == nil {
		return ruleVariable{}, false
	}
	name, isVariable := term.Value.(ast.Var)
	return ruleVariable{rule, name}, isVariable
}

// functionOf returns the rules of the function that is called. It returns none if the function is built in.
func (u *attributeUses) functionOf(call []*ast.Term) []*ast.Rule {
	ref, isRef := call[0].Value.(ast.Ref)
	if !isRef || !ref.HasPrefix(ast.DefaultRootRef) {
		return nil
	}
	rules := []*ast.Rule{}
	for _, first := range u.policy.compiler.GetRulesExact(ref) {
		for rule := first; rule != nil; rule = rule.Else {
			rules = append(rules, rule)
		}
	}
	return rules
}

// referenceOf returns the reference that gives the same value as a call of object.get.
func referenceOf(call []*ast.Term) ast.Ref {
	ref, isRef := call[1].Value.(ast.Ref)
	if !isRef {
		ref = ast.Ref{call[1]}
	}
	ref = slices.Clone(ref)
	if path, isPath := call[2].Value.(*ast.Array); isPath {
		path.Foreach(func(step *ast.Term) { ref = append(ref, step) })
		return ref
	}
	return append(ref, call[2])
}

// addHolders adds the variables that equal holders. It returns false if there are no further ones.
func (u *attributeUses) addHolders() bool {
	isAdded := false
	for _, terms := range []map[ruleVariable][]scopedTerm{u.bindings, u.arguments} {
		for variable, bound := range terms {
			isHolder := func(each scopedTerm) bool { return u.isHolder(each.scope.rule, each.term) }
			if !u.holders[variable] && slices.ContainsFunc(bound, isHolder) {
				u.holders[variable], isAdded = true, true
			}
		}
	}
	return isAdded
}

func (u *attributeUses) isHolder(rule *ast.Rule, term *ast.Term) bool {
	if ref, isRef := term.Value.(ast.Ref); isRef {
		return u.endsAtHolder(rule, ref)
	}
	variable, isVariable := variableOf(rule, term)
	return isVariable && u.holders[variable]
}

// endsAtHolder reports whether the value of a reference is a holder. If a reference reads a member of the change with a
// key that is not constant, this can be any of its members.
func (u *attributeUses) endsAtHolder(rule *ast.Rule, ref ast.Ref) bool {
	last := len(ref) - 1
	if last == 0 {
		return u.isHolder(rule, ref[0])
	}
	if name, isText := ref[last].Value.(ast.String); isText {
		return holderNames[string(name)]
	}
	return ref[last-1].Equal(ast.StringTerm("change")) || last == 1 && u.isHolder(rule, ref[0])
}

// examine examines the uses of holders in an expression.
func (u *attributeUses) examine(scope *ruleScope, expr *ast.Expr) {
	for _, with := range expr.With {
		u.examineInner(scope, with.Value)
	}
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		// An expression that is a single term only requires that the term is defined and not false.
		u.examineUse(scope, terms, true)
	case *ast.Every:
		u.examineInner(scope, terms.Domain)
	case []*ast.Term:
		for at := range terms[1:] {
			u.examineUse(scope, terms[at+1], u.permits(scope.rule, terms, at))
		}
		if terms[0].Value.String() == ast.ObjectGet.Name {
			u.examineSteps(scope, referenceOf(terms))
		}
	}
}

func (u *attributeUses) examineUse(scope *ruleScope, term *ast.Term, isPermitted bool) {
	ref, isRef := term.Value.(ast.Ref)
	switch {
	case !isPermitted || !u.isHolder(scope.rule, term):
		u.examineInner(scope, term)
	case isRef:
		u.examineSteps(scope, ref)
	}
}

// permits reports whether a call uses an operand only in ways that are examined elsewhere or that do not depend on
// attributes.
func (u *attributeUses) permits(rule *ast.Rule, call []*ast.Term, operand int) bool {
	switch call[0].Value.String() {
	case ast.Equality.Name:
		other := call[2-operand]
		return ast.IsScalar(other.Value) || u.isAlias(rule, call[operand+1]) || u.isAlias(rule, other)
	case ast.NotEqual.Name, ast.Equal.Name:
		return operand < 2 && ast.IsScalar(call[2-operand].Value)
	case ast.ObjectGet.Name:
		return operand != 2
	case ast.IsNull.Name, ast.IsObject.Name, ast.TypeNameBuiltin.Name:
		return true
	}
	rules := u.functionOf(call)
	takes := func(rule *ast.Rule) bool {
		if operand >= len(rule.Head.Args) {
			return false
		}
		_, isVariable := rule.Head.Args[operand].Value.(ast.Var)
		return isVariable
	}
	return len(rules) > 0 && !slices.ContainsFunc(rules, func(rule *ast.Rule) bool { return !takes(rule) })
}

// isAlias reports whether a term is a variable that equals at most one reference to a holder. An expression in which a
// variable equals another reference compares two holders.
func (u *attributeUses) isAlias(rule *ast.Rule, term *ast.Term) bool {
	variable, isVariable := variableOf(rule, term)
	references := 0
	for _, each := range u.bindings[variable] {
		if _, isRef := each.term.Value.(ast.Ref); isRef && u.isHolder(rule, each.term) {
			references++
		}
	}
	return isVariable && references <= 1
}

// examineInner examines a term in which no holder is permitted. Bodies within the term are examined separately.
func (u *attributeUses) examineInner(scope *ruleScope, term *ast.Term) {
	if term == nil {
		return
	}
	ast.NewGenericVisitor(func(node any) bool {
		switch node := node.(type) {
		case ast.Body:
			return true
		case *ast.Term:
			u.isFound = u.isFound || u.isHolder(scope.rule, node) || namesHolder(node)
			if ref, isRef := node.Value.(ast.Ref); isRef {
				u.examineSteps(scope, ref)
				return true
			}
		}
		return false
	}).Walk(term)
}

// namesHolder reports whether a term is an object with the name of a holder. As a pattern, such an object binds variables
// to holders.
func namesHolder(term *ast.Term) bool {
	found := false
	eachMember(term.Value, func(name string, _ ast.Value) { found = found || holderNames[name] })
	return found
}

// examineSteps examines the keys with which a reference reads attributes.
func (u *attributeUses) examineSteps(scope *ruleScope, ref ast.Ref) {
	for at := 1; at < len(ref); at++ {
		if u.endsAtHolder(scope.rule, ref[:at]) && !u.isConstant(scopedTerm{scope, ref[at]}, constants{}) {
			u.isFound = true
		}
		u.examineInner(scope, ref[at])
	}
}

// constants records which variables are constant in a scope, so that no variable is examined twice.
type constants map[scopedVariable]bool

type scopedVariable struct {
	scope *ruleScope
	name  ast.Var
}

// isConstant reports whether all texts in the value of a term are also in the rules, in the data documents or in the
// parameters.
func (u *attributeUses) isConstant(of scopedTerm, known constants) bool {
	switch value := of.term.Value.(type) {
	case ast.Var:
		examined := scopedVariable{of.scope, value}
		if isConstant, isKnown := known[examined]; isKnown {
			return isConstant
		}
		known[examined] = false
		known[examined] = u.isConstantVariable(of.scope, value, known)
		return known[examined]
	case ast.Ref:
		switch {
		case value[0].Equal(ast.InputRootDocument):
			return len(value) > 1 && value[1].Equal(ast.StringTerm(parametersKey))
		case value[0].Equal(ast.DefaultRootDocument):
			return u.isConstantDocument(value)
		}
		return u.isConstant(scopedTerm{of.scope, value[0]}, known)
	case *ast.Array, ast.Set, ast.Object:
		hasReference := false
		ast.WalkRefs(value, func(ast.Ref) bool { hasReference = true; return true })
		return of.term.IsGround() && !hasReference
	}
	return ast.IsScalar(of.term.Value)
}

func (u *attributeUses) isConstantVariable(scope *ruleScope, name ast.Var, known constants) bool {
	variable := ruleVariable{scope.rule, name}
	isBound := func(each scopedTerm) bool { return scope.isWithin(each.scope) && u.isConstant(each, known) }
	isOther := func(each scopedTerm) bool { return !u.isConstant(each, known) }
	given := u.arguments[variable]
	return slices.ContainsFunc(u.bindings[variable], isBound) || len(given) > 0 && !slices.ContainsFunc(given, isOther)
}

// isConstantDocument reports whether the rules behind a reference to data, if there are any, read no input and call no
// functions.
func (u *attributeUses) isConstantDocument(ref ast.Ref) bool {
	isConstant := true
	for _, rule := range u.policy.rulesBehind(ast.NewBody(ast.NewExpr(ast.NewTerm(ref)))) {
		ast.WalkRefs(rule, func(each ast.Ref) bool {
			isConstant = isConstant && !each[0].Equal(ast.InputRootDocument)
			return false
		})
		ast.WalkExprs(rule, func(expr *ast.Expr) bool {
			isConstant = isConstant && (!expr.IsCall() || expr.IsEquality())
			return false
		})
	}
	return isConstant
}
