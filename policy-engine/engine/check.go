package engine

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/version"
)

// check compiles a policy. It returns the policy's rules and problems, including the reasons why its query cannot give
// a verdict.
func (e *Engine) check(request Request) CheckAnswer {
	if checked := e.codes.find(request.Code); checked != nil {
		answer := checked.check(request.PolicyQuery)
		if compiled := checked.view(request.File).policy; request.Entries && compiled != nil {
			answer.Entries = entriesOf(compiled)
		}
		return answer
	}
	return CheckAnswer{Problems: []Problem{notLoaded}, Packages: []string{}, Rules: []string{}}
}

func (c *code) check(asked PolicyQuery) CheckAnswer {
	answer := CheckAnswer{Engine: version.Version, Problems: []Problem{}, Packages: []string{}, Rules: []string{}}
	view := c.view(asked.File)
	if len(view.problems) > 0 {
		answer.Problems = view.problems
		return answer
	}
	compiled := view.policy
	answer.RegoVersion = compiled.regoVersion()
	answer.Rules = ruleNames(compiled)
	for _, module := range compiled.modules {
		answer.Packages = append(answer.Packages, module.Package.Path.String())
	}
	slices.Sort(answer.Packages)
	answer.Packages = slices.Compact(answer.Packages)
	if compiled.isOld {
		answer.Problems = append(answer.Problems, oldSyntax)
	}
	answer.Problems = append(answer.Problems, checkedQuery(asked, compiled)...)
	answer.Problems = append(answer.Problems, view.unlistedProblems(asked)...)
	known := view.parametersFor(asked.Query)
	answer.Problems = append(answer.Problems, known.problems...)
	names := view.namesFor(asked.Query, c)
	answer.Problems = append(answer.Problems, names.problems...)
	answer.NeverOld = names.with(ast.NewObject()).otherReads(asked.Form, othersOf(nil, nil))
	answer.Parameters = known.uses(compiled.definitions())
	// In the form "raw", the input can be any document, so the schema of plans does not apply.
	if asked.Form != formRaw {
		answer.Problems = append(answer.Problems, view.warningsFor(asked.Form)...)
	}
	return answer
}

var oldSyntax = Problem{
	Code:     "rego_v0",
	Severity: severityWarning,
	Message:  "the policy uses the syntax before Rego v1",
	Hint:     "The policy is evaluated unchanged. To update it, write rules as in: deny contains message if { … }.",
}

// formatSources formats each module in the Rego version in which it is written.
func formatSources(request Request) FormatAnswer {
	answer := FormatAnswer{Files: map[string]string{}, Problems: depthProblems(request.Modules)}
	if len(answer.Problems) > 0 {
		return answer
	}
	for file, source := range request.Modules {
		_, written, err := parseEither(file, source)
		if err != nil {
			answer.Problems = append(answer.Problems, problemsOf(err)...)
			continue
		}
		parser := ast.ParserOptions{Capabilities: capabilities, ProcessAnnotation: true, RegoVersion: written}
		options := format.Opts{RegoVersion: written, ParserOptions: &parser, Capabilities: capabilities}
		formatted, err := format.SourceWithOpts(file, []byte(source), options)
		if err != nil {
			answer.Problems = append(answer.Problems, problemsOf(err)...)
			continue
		}
		answer.Files[file] = string(formatted)
	}
	return answer
}
