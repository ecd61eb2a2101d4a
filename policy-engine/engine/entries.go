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

// Names of rules that say what is wrong with a plan, and of rules that say that nothing is.
var (
	objection  = regexp.MustCompile(`^(deny|denied|denials|violations?|warn|warnings|fail|failed|failures?|block|blocked|reject|rejected|disallow|disallowed|forbidden)(_[A-Za-z0-9]+)*$`)
	permission = regexp.MustCompile(`^(is_)?(allow|allowed|authz|authorized|pass|passed|valid|compliant|approved|permitted)(_[A-Za-z0-9]+)*$`)
)

// entriesOf lists what queries can name to get a verdict, by the names of the rules, sorted.
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

// entryOf a rule: its document, or the object that the document is a member of, which a query has to turn into a list. None
// for a function, a test, and a rule that is called like one of these but that gives something else to other rules.
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

// dotted is the path of a package below data.
func dotted(path ast.Ref) string { return strings.TrimPrefix(path.String(), "data.") }

// firstName is the part of the name of a rule that follows its package.
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

// documentOf a reference in a package: where a rule such as deny["a message"] is true or not, deny is the document.
func documentOf(ref, home ast.Ref, kinds []string) ast.Ref {
	if len(ref) > len(home)+1 && slices.Equal(kinds, []string{aBoolean}) {
		return ref[:len(ref)-1]
	}
	return ref
}

// listQuery is a query that makes a list of a document that is none, with the code as it is: empty where it passes. The
// query is empty where the document does not say what a plan passes with.
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

// objectQuery is the list of the keys that are true, of the values that are texts, or of the members of the values.
func objectQuery(document ast.Ref, given *types.Object, compiled *policy) string {
	values := []types.Type{}
	for _, each := range given.StaticProperties() {
		values = append(values, each.Value)
	}
	// Beside rules with keys that are known, the compiler takes any other for possible, and there is none.
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

// allTrue says whether every rule of a document has the value true where it has one.
func allTrue(document ast.Ref, compiled *policy) bool {
	return !slices.ContainsFunc(rulesBelow(document, compiled), func(rule *ast.Rule) bool {
		return rule.Head.Value == nil || !rule.Head.Value.Equal(ast.BooleanTerm(true))
	})
}

// rulesBelow a reference are those of its document, or of the members of it.
func rulesBelow(ref ast.Ref, compiled *policy) []*ast.Rule {
	ground := ref.GroundPrefix()
	if rules := compiled.compiler.GetRulesForVirtualDocument(ground); len(rules) > 0 {
		return rules
	}
	return compiled.compiler.GetRulesWithPrefix(ground)
}

// participles of the words that permissions begin with, where they are others.
var participles = map[string]string{"allow": "allowed", "authz": "authorized", "pass": "passed"}

func participle(name string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(name, "is_"), "_")
	if other, ok := participles[word]; ok {
		return other
	}
	return word
}
