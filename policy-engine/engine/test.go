package engine

import (
	"context"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// runTests runs the tests in the modules, one after another.
func runTests(request Request) TestAnswer {
	answer := TestAnswer{Tests: []Test{}, Problems: depthProblems(request.Modules)}
	if _, err := regexp.Compile(request.Filter); err != nil {
		answer.Problems = append(answer.Problems, errorProblem("wrong_filter", err.Error()))
	}
	if len(answer.Problems) > 0 {
		return answer
	}
	known, problems := dataOf(request.Data)
	if len(problems) > 0 {
		answer.Problems = problems
		return answer
	}
	coverage := cover.New()
	tested, results, err := testedBy(request, known, coverage)
	if err != nil {
		answer.Problems = problemsOf(err)
		return answer
	}
	for _, result := range results {
		answer.Tests = append(answer.Tests, testOf(result))
	}
	explainFailures(request, tested, results, answer.Tests)
	slices.SortFunc(answer.Tests, func(a, b Test) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return a.Row - b.Row
	})
	if request.Coverage {
		answer.Coverage = coverageOf(coverage.Report(tested.modules))
	}
	return answer
}

// testedBy parses the modules and runs their tests. The test runner compiles the modules itself, because it adds code
// for tests. If the test runner fails, testedBy compiles the modules as a policy. This gives the errors, or compiles
// modules in older syntax.
func testedBy(request Request, known data, coverage *cover.Cover) (*policy, []*tester.Result, error) {
	modules, _, err := parseEach(request.Modules)
	if err != nil {
		return nil, nil, err
	}
	addToTests(modules, request.Parameters)
	parsed := &policy{modules: modules, data: known}
	if results, err := resultsOf(request, parsed, coverage); err == nil {
		return parsed, results, nil
	}
	compiled, err := compile(request.Modules, known)
	if err != nil {
		return nil, nil, err
	}
	addToTests(compiled.modules, request.Parameters)
	results, err := resultsOf(request, compiled, coverage)
	return compiled, results, err
}

func resultsOf(request Request, tested *policy, coverage *cover.Cover) ([]*tester.Result, error) {
	background := context.Background()
	store := tested.data.store
	transaction, err := store.NewTransaction(background)
	if err != nil {
		return nil, err
	}
	defer store.Abort(background, transaction)
	results, err := tester.NewRunner().
		SetCompiler(newCompiler(tested.data)).
		SetStore(store).
		SetModules(tested.modules).
		SetCoverageQueryTracer(&yieldingTracer{QueryTracer: coverage, covers: request.Coverage}).
		CapturePrintOutput(true).
		SetTimeout(timeoutOf(request)).
		SetParallel(1).
		Filter(request.Filter).
		RunTests(background, transaction)
	if err != nil {
		return nil, err
	}
	all := []*tester.Result{}
	for result := range results {
		all = append(all, result)
	}
	return all, nil
}

func timeoutOf(request Request) time.Duration {
	if request.TimeoutMs <= 0 {
		return time.Hour
	}
	return time.Duration(request.TimeoutMs) * time.Millisecond
}

// explainFailures adds the failed expressions to the first failed tests.
func explainFailures(request Request, tested *policy, results []*tester.Result, tests []Test) {
	var explains *explainer
	left := maxExplained
	for at, result := range results {
		if tests[at].Status != statusFailed || left == 0 {
			continue
		}
		if explains == nil {
			made, ok := newExplainer(tested, timeoutOf(request))
			if !ok {
				return
			}
			explains = made
		}
		tests[at].Failure = explains.explain(result)
		tests[at].Message = explains.undefinedIn(result)
		left--
	}
}

// yieldingTracer yields regularly, so that the timer of a test's timeout can run. Timers do not run during a call into
// WebAssembly unless the code yields.
type yieldingTracer struct {
	topdown.QueryTracer
	// covers reports whether the embedded tracer collects coverage.
	covers bool
	events int
}

const eventsPerYield = 1024

func (t *yieldingTracer) TraceEvent(event topdown.Event) {
	if t.events++; t.events%eventsPerYield == 0 {
		runtime.Gosched()
	}
	if t.covers {
		t.QueryTracer.TraceEvent(event)
	}
}

func testOf(result *tester.Result) Test {
	test := Test{
		Name:       result.Package + "." + result.Name,
		Status:     statusPassed,
		Prints:     printedLines(result.Output),
		DurationMs: result.Duration.Milliseconds(),
	}
	if result.Location != nil {
		test.File, test.Row = result.Location.File, result.Location.Row
	}
	switch {
	case result.Error != nil:
		test.Status, test.Message = statusErrored, result.Error.Error()
		if isCancelled(result.Error) {
			test.Message = "the test took too long"
		}
	case result.Skip:
		test.Status = statusSkipped
	case result.Fail:
		test.Status = statusFailed
	}
	return test
}

func printedLines(output []byte) []string {
	lines := []string{}
	for line := range strings.Lines(string(output[:min(len(output), maxPrintBytes)])) {
		if lines = append(lines, strings.TrimRight(line, "\n")); len(lines) == maxPrintLines {
			break
		}
	}
	return lines
}

func coverageOf(report cover.Report) *Coverage {
	coverage := &Coverage{Percent: report.Coverage, Files: map[string][]Lines{}}
	for file, lines := range report.Files {
		if strings.HasSuffix(file, "_test.rego") {
			continue
		}
		missed := []Lines{}
		for _, each := range lines.NotCovered {
			missed = append(missed, Lines{First: each.Start.Row, Last: each.End.Row})
		}
		coverage.Files[file] = missed
	}
	return coverage
}
