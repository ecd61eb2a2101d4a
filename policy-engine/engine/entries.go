package engine

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

// objection matches the names of rules that report violations. permission matches the names of rules that report that a
// plan is accepted.
var (
	objection  = regexp.MustCompile(`^(deny|denied|denials|violations?|warn|warnings|fail|failed|failures?|block|blocked|reject|rejected|disallow|disallowed|forbidden)(_[A-Za-z0-9]+)*$`)
	permission = regexp.MustCompile(`^(is_)?(allow|allowed|authz|authorized|pass|passed|valid|compliant|approved|permitted)(_[A-Za-z0-9]+)*$`)
)

// entriesOf returns the rules whose values can be turned into verdicts, sorted by rule name.
func entriesOf(compiled *policy) []Entry {
	entries := map[string]Entry{}
	for _, module := range compiled.compiler.Modules {
		for _, rule := range module.Rules {
			entry, isEntry := entryOf(rule, compiled)
			if isEntry {
				entries[entry.Rule] = entry
			}
		}
	}
	sorted := []Entry{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		sorted = append(sorted, entries[name])
	}
	return sorted
}

// entryOf returns the entry for a rule. If the rule defines a member of an object, such as deny["a message"], the entry
// is for the whole object, which a query must convert to a list. Functions, tests and rules with other names have no
// entry. A rule with the name of a permission has an entry only if its value is a boolean.
func entryOf(rule *ast.Rule, compiled *policy) (Entry, bool) {
	name, home := firstName(rule), rule.Module.Package.Path
	isObjection := objection.MatchString(name)
	if len(rule.Head.Args) > 0 || isTest(rule) || !isObjection && !permission.MatchString(name) {
		return Entry{}, false
	}
	ref := rule.Ref().GroundPrefix()
	entry := Entry{Package: dotted(home), Name: name, Rule: ref.String(), Query: ref.String()}
	kinds, isKnown := kindsOf(typeOf(ast.NewExpr(ast.NewTerm(ref)), compiled))
	if isKnown {
		entry.Kind = strings.Join(kinds, " or ")
		document := documentOf(ref, home, kinds)
		entry.Rule, entry.Query = document.String(), listQuery(document, compiled)
		if len(document) < len(ref) {
			entry.Kind = anObject
		}
	}
	entry.IsUsed = isUsed(rule, compiled)
	return entry, isObjection || entry.Kind == aBoolean
}

// dotted returns the path of a package without the leading "data.".
func dotted(path ast.Ref) string { return strings.TrimPrefix(path.String(), "data.") }

// firstName returns the part of a rule's name that follows the path of its package.
func firstName(rule *ast.Rule) string {
	return nameAt(rule.Ref(), len(rule.Module.Package.Path))
}

func nameAt(ref ast.Ref, at int) string {
	if at < len(ref) {
		if text, ok := ref[at].Value.(ast.String); ok {
			return string(text)
		}
	}
	return ""
}

func isUsed(rule *ast.Rule, compiled *policy) bool {
	for dependent := range compiled.compiler.Graph.Dependents(rule) {
		if other, ok := dependent.(*ast.Rule); ok && !other.Ref().Equal(rule.Ref()) {
			return true
		}
	}
	return false
}

// documentOf returns the document that a query should use for a rule: the object deny for boolean rules such as deny["a
// message"], and otherwise the document of the rule itself.
func documentOf(ref, home ast.Ref, kinds []string) ast.Ref {
	if len(ref) > len(home)+1 && slices.Equal(kinds, []string{aBoolean}) {
		return ref[:len(ref)-1]
	}
	return ref
}

// listQuery returns a query that converts a document to a list of messages. The list is empty if the plan passes. The
// query is empty if the type and the name of the document do not determine when a plan passes.
func listQuery(document ast.Ref, compiled *policy) string {
	rules := rulesBelow(document, compiled)
	if len(rules) == 0 {
		return ""
	}
	first := firstName(rules[0])
	switch given := typeOf(ast.NewExpr(ast.NewTerm(document)), compiled).(type) {
	case types.Boolean:
		switch {
		case permission.MatchString(first):
			return fmt.Sprintf("[m | not %s; m := %q]", document, "not "+participle(first))
		case objection.MatchString(first):
			return fmt.Sprintf("[m | %s; m := %q]", document, first+" is true")
		}
	case types.String:
		if !permission.MatchString(first) {
			return fmt.Sprintf("[m | m := %s]", document)
		}
	case *types.Object:
		if !permission.MatchString(first) {
			return objectQuery(document, given, compiled)
		}
	}
	return ""
}

// objectQuery returns a query that lists the keys of an object whose values are true. If the values are strings, it
// lists the values, and if they are lists, the members of these lists.
func objectQuery(document ast.Ref, given *types.Object, compiled *policy) string {
	values := []types.Type{}
	for _, each := range given.StaticProperties() {
		values = append(values, each.Value)
	}
	// If some keys are known, the compiler also reports a type for other keys, although there are no other keys.
	if dynamic := given.DynamicProperties(); dynamic != nil && len(values) == 0 {
		values = append(values, dynamic.Value)
	}
	allAre := func(is func(types.Type) bool) bool {
		return len(values) > 0 && !slices.ContainsFunc(values, func(value types.Type) bool { return !is(value) })
	}
	switch {
	case allAre(isBooleanType) && allTrue(document, compiled):
		return fmt.Sprintf("[m | some m, _ in %s]", document)
	case allAre(isBooleanType):
		return fmt.Sprintf("[m | some m, true in %s]", document)
	case allAre(isTextType):
		return fmt.Sprintf("[m | some m in %s]", document)
	case allAre(isListType):
		return fmt.Sprintf("[m | some m in %s[_]]", document)
	}
	return ""
}

func isBooleanType(given types.Type) bool { _, ok := given.(types.Boolean); return ok }

func isTextType(given types.Type) bool { _, ok := given.(types.String); return ok }

func isListType(given types.Type) bool {
	switch given.(type) {
	case *types.Set, *types.Array:
		return true
	}
	return false
}

// allTrue reports whether all rules that define a document have the value true.
func allTrue(document ast.Ref, compiled *policy) bool {
	return !slices.ContainsFunc(rulesBelow(document, compiled), func(rule *ast.Rule) bool {
		return rule.Head.Value == nil || !rule.Head.Value.Equal(ast.BooleanTerm(true))
	})
}

// rulesBelow returns the rules that define the document of a reference, or the document's members.
func rulesBelow(ref ast.Ref, compiled *policy) []*ast.Rule {
	ground := ref.GroundPrefix()
	if rules := compiled.compiler.GetRulesForVirtualDocument(ground); len(rules) > 0 {
		return rules
	}
	return compiled.compiler.GetRulesWithPrefix(ground)
}

// participles maps the first words of permission names to their participles, unless the two are equal.
var participles = map[string]string{"allow": "allowed", "authz": "authorized", "pass": "passed"}

func participle(name string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(name, "is_"), "_")
	if other, ok := participles[word]; ok {
		return other
	}
	return word
}
