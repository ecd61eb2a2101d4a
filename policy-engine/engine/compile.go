package engine

import (
	"errors"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// policy contains the compiled modules of one policy.
type policy struct {
	compiler *ast.Compiler
	modules  map[string]*ast.Module
	// isOld reports whether a module uses the syntax of Rego v0.
	isOld bool
	data  data
	// defined is created on first use by definitions().
	defined *definitions
}

func (p *policy) definitions() *definitions {
	if p.defined == nil {
		p.defined = definitionsOf(p)
	}
	return p.defined
}

func (p *policy) regoVersion() string {
	if p.isOld {
		return "v0"
	}
	return "v1"
}

// compile parses and compiles modules as Rego v1. Modules that are not valid v1 are compiled as v0, which most
// published examples use. If the modules are valid in neither version, the errors are those of the version that the
// author probably intended.
func compile(sources map[string]string, known data) (*policy, error) {
	modules, isOld, err := parseEach(sources)
	if err != nil {
		return nil, err
	}
	compiled, err := compileModules(modules, known)
	if err == nil {
		return &policy{compiler: compiled, modules: modules, isOld: isOld, data: known}, nil
	}
	if old := compileOld(sources, known); old != nil {
		return old, nil
	}
	return nil, err
}

// compileOld compiles all modules as Rego v0, which has functions that v1 removed. It returns nil if the modules are
// not valid v0.
func compileOld(sources map[string]string, known data) *policy {
	modules := map[string]*ast.Module{}
	for file, source := range sources {
		module, err := parse(file, source, ast.RegoV0)
		if err != nil {
			return nil
		}
		modules[file] = module
	}
	compiler, err := compileModules(modules, known)
	if err != nil {
		return nil
	}
	return &policy{compiler: compiler, modules: modules, isOld: true, data: known}
}

// parseEach parses each module in the Rego version in which it is written.
func parseEach(sources map[string]string) (map[string]*ast.Module, bool, error) {
	modules := map[string]*ast.Module{}
	isOld := false
	var problems ast.Errors
	for _, file := range slices.Sorted(maps.Keys(sources)) {
		module, version, err := parseEither(file, sources[file])
		var errs ast.Errors
		switch {
		case errors.As(err, &errs):
			problems = append(problems, errs...)
		case err != nil:
			return nil, false, err
		default:
			modules[file] = module
			isOld = isOld || version == ast.RegoV0
		}
	}
	if len(problems) > 0 {
		return nil, false, problems
	}
	return modules, isOld, nil
}

func parseEither(file, source string) (*ast.Module, ast.RegoVersion, error) {
	module, err := parse(file, source, ast.RegoV1)
	if err == nil {
		return module, ast.RegoV1, nil
	}
	old, oldErr := parse(file, source, ast.RegoV0)
	if oldErr == nil {
		return old, ast.RegoV0, nil
	}
	if firstRow(oldErr) > firstRow(err) {
		return nil, ast.RegoV0, withOpenRule(oldErr, source)
	}
	return nil, ast.RegoV1, withOpenRule(err, source)
}

func parse(file, source string, version ast.RegoVersion) (*ast.Module, error) {
	return ast.ParseModuleWithOpts(file, source, ast.ParserOptions{
		Capabilities:      capabilities,
		ProcessAnnotation: true,
		RegoVersion:       version,
	})
}

// firstRow returns the row of the first syntax error. The author probably intended the version whose parser finds its
// first error later.
func firstRow(err error) int {
	var errs ast.Errors
	if !errors.As(err, &errs) {
		return 0
	}
	row := 0
	for _, each := range errs {
		if each.Location != nil && (row == 0 || each.Location.Row < row) {
			row = each.Location.Row
		}
	}
	return row
}

func compileModules(modules map[string]*ast.Module, known data) (*ast.Compiler, error) {
	compiler := newCompiler(known)
	if compiler.Compile(modules); compiler.Failed() {
		return nil, compiler.Errors
	}
	return compiler, nil
}

func newCompiler(known data) *ast.Compiler {
	compiler := ast.NewCompiler().WithCapabilities(capabilities).WithEnablePrintStatements(true)
	if known.exists != nil {
		compiler = compiler.WithPathConflictsCheck(known.exists)
	}
	return compiler
}

// depthProblems returns a problem for each module that is nested too deeply to be parsed.
func depthProblems(sources map[string]string) []Problem {
	problems := []Problem{}
	for _, file := range slices.Sorted(maps.Keys(sources)) {
		if problem := nestingProblem(file, sources[file]); problem != nil {
			problems = append(problems, *problem)
		}
	}
	return problems
}
