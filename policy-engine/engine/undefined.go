package engine

import (
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
	// perRule keeps what was found for rules that several queries need.
	perRule map[*ast.Rule][]Problem
}

func definitionsOf(compiled *policy) *definitions {
	known := &definitions{
		compiler: compiled.compiler,
		data:     compiled.data,
		imports:  map[string][]*ast.Import{},
		perRule:  map[*ast.Rule][]Problem{},
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

// undefinedReferences are those that the rules behind a query make, and that nothing defines: the evaluator takes each for
// "no result", and a policy would pass in silence. Without a query, all rules count.
func undefinedReferences(query ast.Body, compiled *policy) []Problem {
	known := compiled.definitions()
	problems := inQuery(known.undefinedIn(query))
	rules := compiled.rulesBehind(query)
	for _, rule := range rules {
		found, isKnown := known.perRule[rule]
		if !isKnown {
			found = known.undefinedIn(rule)
			known.perRule[rule] = found
		}
		problems = append(problems, found...)
	}
	slices.SortStableFunc(problems, byPlace)
	// An import and what is used of it can be one place.
	problems = slices.CompactFunc(problems, func(a, b Problem) bool { return byPlace(a, b) == 0 && a.Reference == b.Reference })
	return problems[:min(len(problems), maxProblems)]
}

func (d *definitions) undefinedIn(node any) []Problem {
	problems := []Problem{}
	var visitor *ast.GenericVisitor
	visitor = ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.With:
			visitor.Walk(x.Value)
			return true
		case *ast.Term:
			ref, ok := x.Value.(ast.Ref)
			if ok && ref.HasPrefix(ast.DefaultRootRef) && !d.have(ref) {
				problems = append(problems, d.problemOf(ref, x.Location))
			}
		}
		return false
	})
	visitor.Walk(node)
	return problems
}

// problemOf a reference that finds nothing. One by an import that finds nothing is a problem of the import.
func (d *definitions) problemOf(ref ast.Ref, location *ast.Location) Problem {
	if location == nil {
		location = ref[0].Location
	}
	if location != nil {
		for _, each := range d.imports[location.File] {
			if path, ok := each.Path.Value.(ast.Ref); ok && ref.HasPrefix(path) {
				return undefinedProblem(path, each.Path.Location)
			}
		}
	}
	return undefinedProblem(ref, location)
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

// rulesBehind a query are those that it needs, directly or by others; all rules without a query.
func (p *policy) rulesBehind(query ast.Body) []*ast.Rule {
	waiting := []*ast.Rule{}
	if query == nil {
		for file, module := range p.compiler.Modules {
			if !strings.HasSuffix(file, testSuffix) {
				waiting = append(waiting, module.Rules...)
			}
		}
		return waiting
	}
	ast.WalkRefs(query, func(ref ast.Ref) bool {
		waiting = append(waiting, p.compiler.GetRulesDynamic(ref)...)
		return false
	})
	seen := map[*ast.Rule]bool{}
	behind := []*ast.Rule{}
	for len(waiting) > 0 {
		rule := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if seen[rule] {
			continue
		}
		seen[rule] = true
		behind = append(behind, rule)
		for dependency := range p.compiler.Graph.Dependencies(rule) {
			if next, ok := dependency.(*ast.Rule); ok {
				waiting = append(waiting, next)
			}
		}
		if rule.Else != nil {
			waiting = append(waiting, rule.Else)
		}
	}
	return behind
}
