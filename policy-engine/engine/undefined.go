package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

const codeUndefined = "undefined_reference"

// definitions contains everything that references to data can name: rules, packages, data documents, and the targets
// that the policy's own code replaces by "with".
type definitions struct {
	compiler *ast.Compiler
	data     data
	packages []ast.Ref
	replaced []ast.Ref
	// imports contains, by file, the imports whose path nothing defines.
	imports map[string][]*ast.Import
	// perRule caches the references of rules, because several queries can reach the same rule.
	perRule map[*ast.Rule]ruleReferences
	// lastPlaces contains the needed places of lastQuery, because the next evaluation is likely to have the same query.
	lastQuery  string
	lastPlaces map[place]bool
}

func definitionsOf(compiled *policy) *definitions {
	known := &definitions{
		compiler: compiled.compiler,
		data:     compiled.data,
		imports:  map[string][]*ast.Import{},
		perRule:  map[*ast.Rule]ruleReferences{},
	}
	for file, module := range compiled.compiler.Modules {
		known.packages = append(known.packages, module.Package.Path)
		// Replacements in tests do not count, because they never affect a verdict.
		if !strings.HasSuffix(file, testSuffix) {
			known.replaced = append(known.replaced, replacedBy(module)...)
		}
	}
	for file, module := range compiled.modules {
		for _, each := range module.Imports {
			if path, ok := each.Path.Value.(ast.Ref); ok && path.HasPrefix(ast.DefaultRootRef) && !known.have(path) {
				known.imports[file] = append(known.imports[file], each)
			}
		}
	}
	return known
}

func replacedBy(node any) []ast.Ref {
	replaced := []ast.Ref{}
	ast.NewGenericVisitor(func(x any) bool {
		if with, ok := x.(*ast.With); ok {
			if ref, ok := with.Target.Value.(ast.Ref); ok && ref.HasPrefix(ast.DefaultRootRef) {
				replaced = append(replaced, ref)
			}
		}
		return false
	}).Walk(node)
	return replaced
}

// have reports whether a reference can resolve to a value. If a part of the reference is known only during the
// evaluation, only the parts before it are checked.
func (d *definitions) have(ref ast.Ref) bool {
	ground := ref.GroundPrefix()
	if len(ground) < 2 || len(d.compiler.GetRulesForVirtualDocument(ground)) > 0 || len(d.compiler.GetRulesWithPrefix(ground)) > 0 {
		return true
	}
	overlaps := func(other ast.Ref) bool { return ground.HasPrefix(other) || other.HasPrefix(ground) }
	isPackage := func(path ast.Ref) bool { return path.HasPrefix(ground) }
	return slices.ContainsFunc(d.packages, isPackage) || slices.ContainsFunc(d.replaced, overlaps) || d.data.has(ground)
}

// undefinedReferences returns problems for references that nothing defines. If a query needs such a reference, the
// problem is an error, because the evaluator would treat it as no result and the policy would pass without notice. All
// other problems are warnings, because the policy has a verdict without these references.
func undefinedReferences(query ast.Body, file string, compiled *policy) []Problem {
	known := compiled.definitions()
	problems := []Problem{}
	for _, each := range known.undefinedAmong(referencesIn(query)) {
		problems = append(problems, inQuery([]Problem{known.problemOf(each, each.isNegated)})...)
	}
	reached := known.reachedFrom(query)
	for rule, isNeeded := range reached {
		problems = append(problems, known.undefinedInRule(rule, isNeeded)...)
	}
	// Rules that the query does not reach may be used by other policies, unless the file belongs to this policy only.
	if file != "" || len(compiled.modules) == 1 {
		for _, rule := range compiled.rulesIn(file) {
			if _, isBehind := reached[rule]; !isBehind {
				problems = append(problems, known.undefinedInRule(rule, false)...)
			}
		}
	}
	return distinct(problems)
}

// undefinedAnywhere returns warnings about undefined references in all rules of a policy that has no query.
func undefinedAnywhere(compiled *policy) []Problem {
	problems := []Problem{}
	for _, rule := range compiled.rulesIn("") {
		problems = append(problems, compiled.definitions().undefinedInRule(rule, false)...)
	}
	return distinct(problems)
}

// distinct sorts problems by severity, so that the limit never cuts off an error, and removes duplicates. Duplicates
// occur because an import and its use can be reported at the same location.
func distinct(problems []Problem) []Problem {
	bySeverity := func(a, b Problem) int { return strings.Compare(a.Severity, b.Severity) }
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(byPlace(a, b), strings.Compare(a.Reference, b.Reference), bySeverity(a, b))
	})
	problems = slices.CompactFunc(problems, func(a, b Problem) bool { return byPlace(a, b) == 0 && a.Reference == b.Reference })
	slices.SortStableFunc(problems, bySeverity)
	return problems[:min(len(problems), maxProblems)]
}

// undefinedInRule returns problems for the undefined references of a rule. They are errors if the query needs the rule,
// except for references that are under "not" or in a clause with a fallback. A comprehension has no fallback, because
// it is empty instead of undefined if its data is missing.
func (d *definitions) undefinedInRule(rule *ast.Rule, isNeeded bool) []Problem {
	problems := []Problem{}
	absent := func(clause *ast.Rule) []reference { return d.referencesOf(clause).undefined }
	for _, each := range absent(rule) {
		problems = append(problems, d.problemOf(each, d.isOptional(each, rule, isNeeded, absent)))
	}
	return problems
}

// isOptional reports whether a rule has a value without the given reference. absent returns the references of a clause
// that have no value.
func (d *definitions) isOptional(each reference, rule *ast.Rule, isNeeded bool, absent func(*ast.Rule) []reference) bool {
	return !isNeeded || each.isNegated || !each.inComprehension && d.hasFallback(rule, absent)
}

// hasFallback reports whether a complete rule or a function has another clause without absent references. Such a clause
// is a default, an "else" or another body.
func (d *definitions) hasFallback(rule *ast.Rule, absent func(*ast.Rule) []reference) bool {
	if rule.Head.DocKind() != ast.CompleteDoc {
		return false
	}
	isSound := func(clause *ast.Rule) bool {
		isMissing := func(each reference) bool { return !each.isNegated }
		return !slices.ContainsFunc(absent(clause), isMissing)
	}
	for _, first := range d.compiler.GetRulesExact(rule.Ref()) {
		for clause := first; clause != nil; clause = clause.Else {
			if clause != rule && isSound(clause) {
				return true
			}
		}
	}
	return false
}

// problemOf returns the problem for an undefined reference. If the reference uses an import that nothing defines, the
// problem is about the import.
func (d *definitions) problemOf(found reference, isOptional bool) Problem {
	ref, location := found.ref, found.location
	if location == nil {
		location = ref[0].Location
	}
	if location != nil {
		for _, each := range d.imports[location.File] {
			if path, ok := each.Path.Value.(ast.Ref); ok && ref.HasPrefix(path) {
				ref, location = path, each.Path.Location
				break
			}
		}
	}
	problem := undefinedProblem(ref, location)
	if isOptional {
		problem.Severity = severityWarning
		problem.Hint = emptyHint(found.ref)
	}
	return problem
}

// emptyHint returns a hint that an empty data document makes a warning disappear without changing the result. The hint
// is empty unless the undefined reference looks up a member.
func emptyHint(ref ast.Ref) string {
	ground := ref.GroundPrefix()
	if len(ref) == len(ground) {
		return ""
	}
	document := "{}"
	for _, part := range slices.Backward(ground[1:]) {
		document = fmt.Sprintf("{%s: %s}", part, document)
	}
	return fmt.Sprintf("If the data is missing on purpose, add an empty document to it: %s", document)
}

func undefinedProblem(ref ast.Ref, location *ast.Location) Problem {
	name := ref.GroundPrefix().String()
	problem := problemAt(codeUndefined, fmt.Sprintf("no rule and no data document defines %s", name), location)
	problem.Reference = name
	return problem
}

// unusedImports returns warnings about unused imports whose path nothing defines. Such an import affects no verdict,
// but is probably a mistake.
func (d *definitions) unusedImports(problems []Problem) []Problem {
	warnings := []Problem{}
	for file, imports := range d.imports {
		for _, each := range imports {
			warning := undefinedProblem(each.Path.Value.(ast.Ref), each.Path.Location)
			warning.Severity = severityWarning
			isSaid := func(problem Problem) bool { return byPlace(problem, warning) == 0 }
			if !strings.HasSuffix(file, testSuffix) && !slices.ContainsFunc(problems, isSaid) {
				warnings = append(warnings, warning)
			}
		}
	}
	slices.SortStableFunc(warnings, byPlace)
	return warnings
}
