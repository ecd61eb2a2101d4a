package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/rego"
)

const (
	maxPrepared      = 500
	maxPreparedBytes = 4 << 20
)

// prepared is a query that was compiled with its policy.
type prepared struct {
	query       rego.PreparedEvalQuery
	regoVersion string
	// warnings are there where a request wanted them.
	warnings []Problem
	rules    []RuleMatch
}

// preparedQueries keeps queries for the next evaluation, each under the whole text that it was made from.
type preparedQueries struct {
	byText map[string]*prepared
	bytes  int
}

func (q *preparedQueries) keep(text string, query *prepared) {
	if len(text) > maxPreparedBytes {
		return
	}
	if len(q.byText) == maxPrepared || q.bytes+len(text) > maxPreparedBytes {
		q.byText, q.bytes = nil, 0
	}
	if q.byText == nil {
		q.byText = map[string]*prepared{}
	}
	q.byText[text] = query
	q.bytes += len(text)
}

// prepare compiles a policy with its query, or takes what an earlier evaluation compiled.
func (e *Engine) prepare(request Request) (*prepared, []Problem) {
	text := textOf(request)
	if kept := e.prepared.byText[text]; kept != nil {
		return kept, nil
	}
	if problems := depthProblems(request.Modules); len(problems) > 0 {
		return nil, problems
	}
	compiled, err := compile(request.Modules)
	if err != nil {
		return nil, problemsOf(err)
	}
	if problems := queryProblems(request.Query, compiled); len(problems) > 0 {
		return nil, problems
	}
	query, err := rego.New(
		rego.Compiler(compiled.compiler),
		rego.Query(request.Query),
		rego.EnablePrintStatements(true),
	).PrepareForEval(context.Background())
	if err != nil {
		return nil, inQuery(problemsOf(err))
	}
	made := &prepared{query: query, regoVersion: compiled.regoVersion(), rules: rulesOf(compiled)}
	if request.Warnings {
		made.warnings = inputWarnings(compiled)
	}
	e.prepared.keep(text, made)
	return made, nil
}

// textOf is everything that a prepared query depends on; lengths keep its pieces apart.
func textOf(request Request) string {
	var text strings.Builder
	write := func(piece string) { fmt.Fprintf(&text, "%d:%s", len(piece), piece) }
	write(fmt.Sprint(request.Warnings))
	write(request.Query)
	for _, file := range slices.Sorted(maps.Keys(request.Modules)) {
		write(file)
		write(request.Modules[file])
	}
	return text.String()
}
