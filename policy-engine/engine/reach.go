package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// reference is a reference to data in a rule or a query.
type reference struct {
	ref      ast.Ref
	location *ast.Location
	// isNegated reports whether the reference is under "not". It is false for parts that the compiler moves out of a
	// negated expression, such as the arguments of a function. If such a part is undefined, the whole body of the rule
	// is.
	isNegated       bool
	inComprehension bool
}

// referenceVisitor collects references. Its embedded reference contains the flags of the node that is being visited.
type referenceVisitor struct {
	reference
	// root is data or input. The visitor collects the references to this document.
	root  *ast.Term
	found []reference
	// places contains the locations of expressions. The value is false for expressions that occur only under "not".
	// places is nil if the caller does not need it.
	places map[place]bool
}

// referencesIn returns the references in a query, or in a clause of a rule without its "else".
func referencesIn(nodes ...any) []reference {
	visitor := &referenceVisitor{root: ast.DefaultRootDocument}
	for _, node := range nodes {
		visitor.walk(node)
	}
	return visitor.found
}

func (v *referenceVisitor) walk(node any) {
	ast.NewGenericVisitor(v.visit).Walk(node)
}

func (v *referenceVisitor) visit(node any) bool {
	switch node := node.(type) {
	case *ast.Expr:
		if !v.isNegated && isNegation(node) {
			return v.within(&v.isNegated, node)
		}
		if v.places != nil {
			at := placeAt(node.Location)
			v.places[at] = v.places[at] || !v.isNegated
		}
	case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension:
		return !v.inComprehension && v.within(&v.inComprehension, node)
	case *ast.With:
		v.walk(node.Value)
		return true
	case *ast.Term:
		if ref, ok := node.Value.(ast.Ref); ok && len(ref) > 0 && ref[0].Equal(v.root) {
			found := v.reference
			found.ref, found.location = ref, node.Location
			v.found = append(v.found, found)
		}
	}
	return false
}

// within visits a node while a flag is set.
func (v *referenceVisitor) within(flag *bool, node any) bool {
	*flag = true
	v.walk(node)
	*flag = false
	return true
}

func isNegation(expr *ast.Expr) bool {
	_, hasBody := expr.Terms.(*ast.Not)
	return expr.Negated || hasBody
}

// ruleReferences contains the references in a clause of a rule, and those among them that are undefined.
type ruleReferences struct{ all, undefined []reference }

func (d *definitions) referencesOf(rule *ast.Rule) ruleReferences {
	known, isKnown := d.perRule[rule]
	if !isKnown {
		known.all = referencesIn(rule.Head, rule.Body)
		known.undefined = d.undefinedAmong(known.all)
		d.perRule[rule] = known
	}
	return known
}

func (d *definitions) undefinedAmong(references []reference) []reference {
	return slices.DeleteFunc(slices.Clone(references), func(each reference) bool { return d.have(each.ref) })
}

// reachedFrom returns the rules that a query reaches. The value is true for rules that the query needs. These are the
// rules that it reaches without passing a "not".
func (d *definitions) reachedFrom(query ast.Body) map[*ast.Rule]bool {
	reached := map[*ast.Rule]bool{}
	waiting := []*ast.Rule{}
	follow := func(references []reference, isNeeded bool) {
		for _, each := range references {
			for _, first := range d.compiler.GetRulesDynamic(each.ref) {
				for rule := first; rule != nil; rule = rule.Else {
					wasNeeded, isReached := reached[rule]
					if needed := isNeeded && !each.isNegated; !isReached || needed && !wasNeeded {
						reached[rule] = needed
						waiting = append(waiting, rule)
					}
				}
			}
		}
	}
	follow(referencesIn(query), true)
	for len(waiting) > 0 {
		rule := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		follow(d.referencesOf(rule).all, reached[rule])
	}
	return reached
}

// rulesBehind returns the rules that a query reaches directly or indirectly, sorted by location.
func (p *policy) rulesBehind(query ast.Body) []*ast.Rule {
	return slices.SortedFunc(maps.Keys(p.definitions().reachedFrom(query)), func(a, b *ast.Rule) int { return a.Location.Compare(b.Location) })
}

// rulesIn returns the rules in a file of a policy, or in all files if the name is empty, with each "else" as a separate
// rule. Test files are skipped.
func (p *policy) rulesIn(file string) []*ast.Rule {
	rules := []*ast.Rule{}
	for name, module := range p.compiler.Modules {
		if strings.HasSuffix(name, testSuffix) || file != "" && file != name {
			continue
		}
		for _, first := range module.Rules {
			for rule := first; rule != nil; rule = rule.Else {
				rules = append(rules, rule)
			}
		}
	}
	return rules
}
