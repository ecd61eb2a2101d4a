package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// checkedQuery returns the problems of a query whose policy is checked but not evaluated. A missing query is a warning,
// because the policy may get its query later.
func checkedQuery(asked PolicyQuery, compiled *policy) []Problem {
	problems := queryProblems(asked, compiled)
	if len(problems) == 1 && problems[0].Code == codeNoQuery {
		problems[0].Severity = severityWarning
		problems = append(problems, undefinedAnywhere(compiled)...)
	}
	return append(problems, compiled.definitions().unusedImports(problems)...)
}

const codeNoQuery = "no_query"

// queryFile is used in place of a file name in problems about a query.
const queryFile = "query"

// queryProblems returns the reasons why a query cannot give a verdict with any input. It finds only reasons that follow
// from the rules and their types.
func queryProblems(asked PolicyQuery, compiled *policy) []Problem {
	query := asked.Query
	if strings.TrimSpace(query) == "" {
		problem := errorProblem(codeNoQuery, "the policy has no query")
		problem.Hint = example(compiled)
		return []Problem{problem}
	}
	if len(query) > maxQueryLength || nestingProblem("", query) != nil {
		return []Problem{errorProblem("query_error", "the query is too long")}
	}
	body, err := parseQuery(query)
	if err != nil {
		return inQuery(problemsOf(err))
	}
	if len(body) != 1 {
		return []Problem{errorProblem("query_error", "the query must be one expression, such as data.policy.deny")}
	}
	made, err := compiled.compiler.QueryCompiler().Compile(body.Copy())
	if err != nil {
		problems := inQuery(problemsOf(err))
		for at := range problems {
			problems[at].Hint = didYouMean("data."+query, ruleNames(compiled))
		}
		return problems
	}
	if term, ok := body[0].Terms.(*ast.Term); ok {
		if ref, ok := term.Value.(ast.Ref); ok && ref.HasPrefix(ast.DefaultRootRef) {
			if problems := referenceProblems(query, ref, compiled); len(problems) > 0 {
				return problems
			}
		}
	}
	return append(resultProblems(query, body[0], compiled), undefinedReferences(made, asked.File, compiled)...)
}

const maxQueryLength = 10_000

func parseQuery(query string) (ast.Body, error) {
	return ast.ParseBodyWithOpts(query, ast.ParserOptions{Capabilities: capabilities, RegoVersion: ast.RegoV1})
}

// referenceProblems returns a problem if a reference names no existing rule.
func referenceProblems(query string, ref ast.Ref, compiled *policy) []Problem {
	ground := ref.GroundPrefix()
	if len(compiled.compiler.GetRulesForVirtualDocument(ground)) > 0 {
		return nil
	}
	isPackage := func(path ast.Ref) bool { return path.HasPrefix(ground) }
	isInPackage := slices.ContainsFunc(compiled.definitions().packages, isPackage)
	if !isInPackage && len(compiled.compiler.GetRulesWithPrefix(ground)) > 0 {
		return nil
	}
	names := ruleNames(compiled)
	if isInPackage {
		problem := errorProblem("query_names_package", fmt.Sprintf("the query names the package %s instead of a rule in it", query))
		problem.Hint = example(compiled)
		return []Problem{problem}
	}
	problem := errorProblem("no_such_rule", fmt.Sprintf("there is no rule %s", query))
	if problem.Hint = didYouMean(query, names); problem.Hint == "" {
		problem.Hint = example(compiled)
	}
	return []Problem{problem}
}

func inQuery(problems []Problem) []Problem {
	for at := range problems {
		problems[at].File = queryFile
	}
	return problems
}

// example returns a hint that lists rules which a query can name.
func example(compiled *policy) string {
	names := ruleNames(compiled)
	if len(names) == 0 {
		return "The policy has no rule."
	}
	return "The policy's rules are " + strings.Join(names[:min(len(names), maxExamples)], ", ") + "."
}

const maxExamples = 10

// ruleNames returns the names of a policy's rules, except for tests.
func ruleNames(compiled *policy) []string {
	names := []string{}
	for _, module := range compiled.modules {
		for _, rule := range module.Rules {
			if !isTest(rule) {
				names = append(names, rule.Ref().GroundPrefix().String())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func isTest(rule *ast.Rule) bool {
	name := string(rule.Head.Name)
	if name == "" && len(rule.Head.Reference) > 0 {
		name = strings.Trim(rule.Head.Reference[0].String(), `"`)
	}
	return strings.HasPrefix(name, "test_") || strings.HasPrefix(name, "todo_test_")
}
