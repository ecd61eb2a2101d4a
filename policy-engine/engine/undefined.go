package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

const codeUndefined = "undefined_reference"

// definitions are what the references to data of a policy can find: its rules, its packages, its documents, and what
// its own code replaces by "with".
type definitions struct {
	compiler *ast.Compiler
	data     data
	packages []ast.Ref
	replaced []ast.Ref
	// imports that find nothing, by their files.
	imports map[string][]*ast.Import
	// perRule keeps the references of rules that several queries need.
	perRule map[*ast.Rule]ruleReferences
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
		// A test replaces what it reads itself, and never what a verdict reads.
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

// have says whether a reference can find something. Where one part of it is only known during the evaluation, what
// comes before that part decides.
func (d *definitions) have(ref ast.Ref) bool {
	ground := ref.GroundPrefix()
	if len(ground) < 2 || len(d.compiler.GetRulesForVirtualDocument(ground)) > 0 || len(d.compiler.GetRulesWithPrefix(ground)) > 0 {
		return true
	}
	overlaps := func(other ast.Ref) bool { return ground.HasPrefix(other) || other.HasPrefix(ground) }
	isPackage := func(path ast.Ref) bool { return path.HasPrefix(ground) }
	return slices.ContainsFunc(d.packages, isPackage) || slices.ContainsFunc(d.replaced, overlaps) || d.data.has(ground)
}

// undefinedReferences are those that nothing defines. One that a query needs is an error: the evaluator takes it for "no
// result", and a policy would pass in silence. The others are warnings, since the policy has a verdict without them.
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
	// Other policies can need what the query does not, unless all of the code is that of one policy.
	if file != "" || len(compiled.modules) == 1 {
		for _, rule := range compiled.rulesIn(file) {
			if _, isBehind := reached[rule]; !isBehind {
				problems = append(problems, known.undefinedInRule(rule, false)...)
			}
		}
	}
	return distinct(problems)
}

// undefinedAnywhere are warnings about all rules of a policy without a query.
func undefinedAnywhere(compiled *policy) []Problem {
	problems := []Problem{}
	for _, rule := range compiled.rulesIn("") {
		problems = append(problems, compiled.definitions().undefinedInRule(rule, false)...)
	}
	return distinct(problems)
}

// distinct problems, errors first, so that no error is left out. An import and what is used of it can be one place.
func distinct(problems []Problem) []Problem {
	bySeverity := func(a, b Problem) int { return strings.Compare(a.Severity, b.Severity) }
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(byPlace(a, b), strings.Compare(a.Reference, b.Reference), bySeverity(a, b))
	})
	problems = slices.CompactFunc(problems, func(a, b Problem) bool { return byPlace(a, b) == 0 && a.Reference == b.Reference })
	slices.SortStableFunc(problems, bySeverity)
	return problems[:min(len(problems), maxProblems)]
}

// undefinedInRule are errors if the query needs the rule and the reference is neither under "not" nor in a clause with a
// fallback. A comprehension has no fallback: without its data it is empty, and not undefined.
func (d *definitions) undefinedInRule(rule *ast.Rule, isNeeded bool) []Problem {
	problems := []Problem{}
	for _, each := range d.referencesOf(rule).undefined {
		isOptional := !isNeeded || each.isNegated || !each.inComprehension && d.hasFallback(rule)
		problems = append(problems, d.problemOf(each, isOptional))
	}
	return problems
}

// hasFallback says whether a complete rule or a function has another clause that can be true without data that nothing
// defines: a default, an "else" or another body.
func (d *definitions) hasFallback(rule *ast.Rule) bool {
	if rule.Head.DocKind() != ast.CompleteDoc {
		return false
	}
	isSound := func(clause *ast.Rule) bool {
		isMissing := func(each reference) bool { return !each.isNegated }
		return !slices.ContainsFunc(d.referencesOf(clause).undefined, isMissing)
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

// problemOf a reference that finds nothing. One by an import that finds nothing is a problem of the import.
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

// emptyHint is about a reference that looks for a member: without a value to look in, it finds as much as in an empty one.
func emptyHint(ref ast.Ref) string {
	ground := ref.GroundPrefix()
	if len(ref) == len(ground) {
		return ""
	}
	document := "{}"
	for _, part := range slices.Backward(ground[1:]) {
		document = fmt.Sprintf("{%s: %s}", part, document)
	}
	return fmt.Sprintf("If there is none on purpose, add an empty one to the data: %s", document)
}

func undefinedProblem(ref ast.Ref, location *ast.Location) Problem {
	name := ref.GroundPrefix().String()
	problem := problemAt(codeUndefined, fmt.Sprintf("no rule and no data document defines %s", name), location)
	problem.Reference = name
	return problem
}

// unusedImports that find nothing change no verdict, and are likely to be mistakes.
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
