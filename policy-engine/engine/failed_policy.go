package engine

// failedPolicy contains a failed policy, the first members of its result, and the plan with which these are compared.
type failedPolicy struct {
	request Request
	query   *preparedQuery
	view    *view
	plan    *comparedPlan
	names   *reader
	members []any
}

// failedPolicy returns the policy of a request with the first members of its result. It returns nil and problems if the
// policy has not failed.
func (e *Engine) failedPolicy(request Request) (*failedPolicy, []Problem) {
	used, seen := e.codes.find(request.Code), e.inputs[request.Input]
	if used == nil || seen == nil {
		return nil, []Problem{notLoaded}
	}
	members := seen.keptResult(request)
	if members == nil {
		// The engine process that evaluated the policy has been replaced by another process, so the policy must be
		// evaluated again.
		request.KeepsResult = true
		if again := e.evaluate(request); again.Status != statusFailed {
			return nil, again.Problems
		}
		members = seen.keptResult(request)
	}
	query, _ := used.prepare(request.PolicyQuery)
	view := used.view(request.File)
	values, _ := view.parametersFor(request.Query).valuesOf(request.Parameters)
	names := view.namesFor(request.Query, used).with(values)
	return &failedPolicy{request: request, query: query, view: view, plan: seen.compared(), names: names, members: members}, nil
}

// maxKeptBytes is the maximum size of the results that are kept for an input.
const maxKeptBytes = 32 << 20

// keptResults contains results of failed policies for the searches that follow.
type keptResults struct {
	members map[string][]any
	bytes   int
}

// keepResult keeps the first members of a policy's result. If the kept results would exceed maxKeptBytes, it first
// removes all results that were kept before.
func (i *input) keepResult(request Request, members []any, bytes int) {
	if i.kept.bytes += bytes; i.kept.members == nil || i.kept.bytes > maxKeptBytes {
		i.kept = keptResults{members: map[string][]any{}, bytes: bytes}
	}
	i.kept.members[evaluationKey(request)] = members
}

// keptResult returns the kept result of a policy. It returns nil if there is none.
func (i *input) keptResult(request Request) []any { return i.kept.members[evaluationKey(request)] }

// evaluationKey returns a key that distinguishes the evaluations for one input.
func evaluationKey(request Request) string {
	return string(encoded([]any{request.Code, request.PolicyQuery, request.Parameters, request.TimeNs, request.Seed}))
}
