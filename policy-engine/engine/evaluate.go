package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"
)

const (
	maxOutputMembers = 1000
	maxOutputBytes   = 1 << 20
)

// evaluate returns the verdict of one policy. The plan passes if the result is an empty array or set, and fails if the
// array or set has members. Any other result is an error.
func (e *Engine) evaluate(request Request) EvaluateAnswer {
	answer := EvaluateAnswer{Output: []json.RawMessage{}, Problems: []Problem{}, Prints: []string{}}
	used := e.codes.find(request.Code)
	seen := e.inputs[request.Input]
	if used == nil || seen == nil {
		return answer.errored(notLoaded)
	}
	query, problems := used.prepare(request.PolicyQuery)
	view := used.view(request.File)
	if view.policy != nil {
		answer.RegoVersion = view.policy.regoVersion()
	}
	if query == nil {
		return answer.errored(problems...)
	}
	answer.Problems = append(answer.Problems, problems...)
	document, values, problems := view.input(request, seen)
	if len(problems) > 0 {
		return answer.errored(problems...)
	}
	answer.Problems = append(answer.Problems, view.inputProblems(request, document)...)
	answer.Metadata = view.metadataFor(request.Query)
	// Sensitive values are masked only in texts that the evaluation returns. Policies see the input unchanged.
	hidden := seen.secretsWith(request.Parameters)
	mask := func(text string) string { return hidden().mask(text) }
	printed := &prints{mask: mask, lines: answer.Prints}
	failures := []topdown.Error{}
	matches := matchTracer{}
	options := append(surroundings(request),
		rego.EvalParsedInput(document),
		rego.EvalExternalCancel(newDeadline(request.TimeoutMs)),
		rego.EvalPrintHook(printed),
		rego.EvalBuiltinErrorList(&failures),
	)
	if request.Rules {
		options = append(options, rego.EvalQueryTracer(matches))
	}
	traces := newRuleTracer(mask)
	if request.Explain {
		options = append(options, rego.EvalQueryTracer(traces))
	}
	trues := newTrueTracer()
	if request.TrueLines {
		options = append(options, rego.EvalQueryTracer(trues))
	}
	start := time.Now()
	results, err := query.Eval(context.Background(), options...)
	answer.DurationMs = time.Since(start).Milliseconds()
	answer.Prints = printed.lines
	if request.Explain {
		answer.Traces = traces.traces()
	}
	if request.TrueLines {
		answer.TrueLines = trues.lines(view.policy, request.File)
	}
	if request.Rules {
		answer.Rules = matches.matched(view.rulesOfPolicy())
	}
	answer.Problems = append(answer.Problems, view.policy.definitions().failedCalls(request.Query, failures)...)
	if err != nil {
		return answer.errored(evaluationProblems(err, request.TimeoutMs, mask)...)
	}
	if request.Unknown && seen.unknowns().leaves > 0 || request.Masked && len(seen.masks().marks) > 0 {
		reads := view.namesFor(request.Query, used).readerOf(seen.unknowns(), values)
		answer = answer.withResults(request, reads, results, seen)
	}
	answer = answer.judged(request.Query, results, hidden())
	if request.KeepsResult && answer.Status == statusFailed {
		members, _ := membersOf(results)
		seen.keepResult(request, members[:len(answer.Output)], sizeOf(answer.Output))
	}
	return answer
}

func sizeOf(texts []json.RawMessage) int {
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	return size
}

var notLoaded = errorProblem("not_loaded", "the input or the code was not loaded")

// surroundings returns options for the time and the random seed that the request specifies.
func surroundings(request Request) []rego.EvalOption {
	options := []rego.EvalOption{}
	if request.TimeNs > 0 {
		options = append(options, rego.EvalTime(time.Unix(0, request.TimeNs).UTC()))
	}
	if request.Seed != "" {
		options = append(options, rego.EvalSeed(rand.NewChaCha8(sha256.Sum256([]byte(request.Seed)))))
	}
	return options
}

// errored returns an answer with status "errored". The problems precede the warnings.
func (a EvaluateAnswer) errored(problems ...Problem) EvaluateAnswer {
	a.Status = statusErrored
	a.Problems = append(slices.Clone(problems), a.Problems...)
	return a
}

func evaluationProblems(err error, timeoutMs int, mask func(string) string) []Problem {
	if isCancelled(err) {
		return []Problem{timeoutProblem(timeoutMs)}
	}
	problems := problemsOf(err)
	for at, problem := range problems {
		problems[at].Message = mask(problem.Message)
	}
	return problems
}

func timeoutProblem(timeoutMs int) Problem {
	return errorProblem("timeout", fmt.Sprintf("the policy needed more than %d ms of processor time", timeoutMs))
}

func isCancelled(err error) bool {
	var runtime *topdown.Error
	return errors.As(err, &runtime) && runtime.Code == topdown.CancelErr
}

// judged derives the verdict from the result of the query.
func (a EvaluateAnswer) judged(query string, results rego.ResultSet, hidden *secrets) EvaluateAnswer {
	if len(results) == 0 {
		return a.errored(errorProblem("undefined_result", fmt.Sprintf("%s is undefined with this input", query)))
	}
	if len(results) > 1 || len(results[0].Expressions) != 1 {
		return a.errored(errorProblem(codeWrongResult, fmt.Sprintf("%s gives several results", query)))
	}
	value := results[0].Expressions[0].Value
	members, ok := value.([]any)
	if !ok {
		return a.errored(errorProblem(codeWrongResult, wrongResult(query, kindOf(value))))
	}
	a.Count = len(members)
	a.Status = statusPassed
	if len(members) > 0 {
		a.Status = statusFailed
	}
	left := maxOutputBytes
	for _, member := range members[:min(len(members), maxOutputMembers)] {
		text := encoded(hidden.masked(member))
		if left -= len(text); left < 0 {
			a.Problems = append(a.Problems, tooLongOutput)
			break
		}
		a.Output = append(a.Output, text)
	}
	return a
}

var tooLongOutput = Problem{
	Code:     "output_too_long",
	Severity: severityWarning,
	Message:  "members of the result are left out, since they are longer than 1 MiB together",
}

func kindOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case map[string]any:
		return "an object"
	default:
		return "a number"
	}
}

// encoded returns a value as JSON without escaping HTML characters.
func encoded(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return encoded(Failure{Failure: err.Error()})
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
