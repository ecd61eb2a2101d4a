package engine

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"
)

const (
	maxProblems   = 50
	maxTextLength = 200
)

// problemsOf returns the errors of the parser, the compiler or the evaluator with their locations.
func problemsOf(err error) []Problem {
	var many ast.Errors
	var one *ast.Error
	var nested rego.Errors
	var runtime *topdown.Error
	problems := []Problem{}
	switch {
	case errors.As(err, &many):
		for _, each := range many[:min(len(many), maxProblems)] {
			problems = append(problems, compileProblem(each))
		}
	case errors.As(err, &one):
		problems = append(problems, compileProblem(one))
	case errors.As(err, &nested):
		for _, each := range nested {
			problems = append(problems, problemsOf(each)...)
		}
	case errors.As(err, &runtime):
		problems = append(problems, problemAt(runtime.Code, runtime.Message, runtime.Location))
	default:
		problems = append(problems, errorProblem("error", err.Error()))
	}
	slices.SortStableFunc(problems, byPlace)
	return withoutEchoes(problems)
}

// errorLimit is the last message of the compiler if the compiler stops after too many errors.
const errorLimit = "error limit reached"

func byPlace(a, b Problem) int {
	return cmp.Or(strings.Compare(a.File, b.File), a.Row-b.Row, a.Column-b.Column)
}

func isError(problem Problem) bool { return problem.Severity == severityError }

func errorProblem(code, message string) Problem {
	return Problem{Code: code, Severity: severityError, Message: message}
}

func compileProblem(err *ast.Error) Problem {
	message := err.Message
	if message == errorLimit {
		message = "further errors are not shown"
	}
	// The details of a syntax error are left out, because they only repeat the source.
	if err.Details != nil && err.Code != ast.ParseErr {
		for _, line := range err.Details.Lines() {
			message += "; " + strings.TrimSpace(line)
		}
	}
	problem := problemAt(err.Code, message, err.Location)
	problem.Hint = hintFor(err.Message)
	if rule, ok := err.Details.(openRule); ok {
		problem.Hint = rule.hint()
	}
	if isOldSyntax(err.Message) {
		problem.Hint = modernHint(problem.Text)
	}
	return problem
}

func isOldSyntax(message string) bool {
	return strings.Contains(message, "keyword is required") || strings.Contains(message, "must use `contains`")
}

// withoutEchoes removes repeated errors of the parser about old syntax at the same location.
func withoutEchoes(problems []Problem) []Problem {
	return slices.CompactFunc(problems, func(a, b Problem) bool {
		return byPlace(a, b) == 0 && isOldSyntax(a.Message) && isOldSyntax(b.Message)
	})
}

func problemAt(code, message string, location *ast.Location) Problem {
	problem := errorProblem(code, strings.TrimSpace(message))
	if location != nil {
		text, _, _ := strings.Cut(string(location.Text), "\n")
		problem.File, problem.Row, problem.Column = location.File, location.Row, max(location.Col, 1)
		problem.Text = text[:min(len(text), maxTextLength)]
	}
	return problem
}
