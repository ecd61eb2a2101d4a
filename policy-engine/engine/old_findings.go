package engine

import (
	"context"
	"slices"

	"github.com/open-policy-agent/opa/v1/rego"
)

// Reasons why a finding is not old.
const (
	newNoPriorState     = "no-prior-state"
	newReads            = "reads"
	newNoAddress        = "no-address"
	newSeveralAddresses = "several-addresses"
	newDeposed          = "deposed"
	newNotManaged       = "not-managed"
	newImported         = "imported"
	newCreated          = "created"
	newDeleted          = "deleted"
	newReplaced         = "replaced"
	newForgotten        = "forgotten"
	// newNotMoved is a special case of newCreated: the plan deletes a resource that had the same finding.
	newNotMoved = "not-moved"
	newChanged  = "changed"
	// newNotBefore means that the policy does not give the finding for a plan that changes nothing.
	newNotBefore = "not-before"
	// newDependsOnChange means that the policy does not give the finding for the plan without the resources and
	// attributes that it changes.
	newDependsOnChange = "depends-on-change"
	newNotEvaluated    = "not-evaluated"
)

// FindingAge tells whether a finding of a failed policy is old, that is, whether it existed before the plan and is not
// caused by the plan. A finding is a member of the result of a policy.
type FindingAge struct {
	IsOld bool `json:"old"`
	// Reason tells why the finding is not old. Names contains the names to which the reason refers: members of the plan
	// or of the run, or attributes. SameBefore reports whether the policy gives the same finding for a plan that
	// changes nothing. All three members are absent if the finding is old.
	Reason     string   `json:"reason,omitempty"`
	Names      []string `json:"names,omitzero"`
	SameBefore *bool    `json:"same-before,omitempty"`
}

// FindOldAnswer contains an age for each member of the output of an evaluation, in the same order.
type FindOldAnswer struct {
	Findings []FindingAge `json:"findings"`
	// Problems contains the reasons why the further evaluations failed.
	Problems []Problem `json:"problems"`
}

// oldSearch finds the old findings of one policy.
type oldSearch struct {
	request  Request
	query    *preparedQuery
	view     *view
	plan     *comparedPlan
	names    *reader
	reads    []string
	problems []Problem
}

// findOld finds the old findings of a failed policy. It evaluates the policy at most twice: with a plan that changes
// nothing, and with the part of the plan that is not changed.
func (e *Engine) findOld(request Request) FindOldAnswer {
	used, seen := e.codes.find(request.Code), e.inputs[request.Input]
	if used == nil || seen == nil {
		return FindOldAnswer{Findings: []FindingAge{}, Problems: []Problem{notLoaded}}
	}
	members := seen.takeResult(request)
	if members == nil {
		// The engine process that evaluated the policy has been replaced by another process, so the policy must be
		// evaluated again.
		request.FindsOld = true
		if again := e.evaluate(request); again.Status != statusFailed {
			return FindOldAnswer{Findings: []FindingAge{}, Problems: again.Problems}
		}
		members = seen.takeResult(request)
	}
	query, _ := used.prepare(request.PolicyQuery)
	view := used.view(request.File)
	values, _ := view.parametersFor(request.Query).valuesOf(request.Parameters)
	names := view.namesFor(request.Query, used).with(values)
	plan := seen.compared()
	search := &oldSearch{request: request, query: query, view: view, plan: plan, names: names}
	if search.reads = names.otherReads(request.Form, plan.others); plan.readsData(names, request.Form) {
		search.reads = append(search.reads, "data")
	}
	findings := search.ages(members)
	return FindOldAnswer{Findings: findings, Problems: append([]Problem{}, search.problems...)}
}

// candidate is a finding that may be old. If an examination shows that the finding is new, reason tells why. Otherwise,
// reason is empty.
type candidate struct {
	member   any
	resource *comparedResource
	reason   string
	names    []string
	// key identifies the finding. before identifies the same finding with the address that the resource had before the
	// plan.
	key, before string
	sameBefore  bool
}

func (s *oldSearch) ages(members []any) []FindingAge {
	found := make([]*candidate, len(members))
	for at, member := range members {
		found[at] = s.candidate(member)
	}
	if s.plan.hasPriorState {
		s.compareBefore(found)
	}
	if slices.ContainsFunc(found, (*candidate).isOld) {
		s.compareUnchanged(found)
	}
	ages := make([]FindingAge, len(found))
	for at, each := range found {
		if ages[at].IsOld = each.isOld(); !each.isOld() {
			ages[at] = FindingAge{Reason: each.reason, Names: append([]string{}, each.names...), SameBefore: &each.sameBefore}
		}
	}
	return ages
}

func (c *candidate) isOld() bool { return c.reason == "" }

// candidate returns the candidate for a finding. It applies the conditions that do not require another evaluation.
func (s *oldSearch) candidate(member any) *candidate {
	named := map[string]bool{}
	addAddresses(member, s.plan.addresses, named)
	found := &candidate{member: member, key: keyOf(member)}
	found.before = found.key
	for address := range named {
		found.resource = s.plan.resources[address]
	}
	switch {
	case len(named) == 0:
		found.reason = newNoAddress
	case len(named) > 1:
		found.reason, found.resource = newSeveralAddresses, nil
	default:
		if previous := found.resource.previous; previous != "" {
			found.before = keyOf(withAddress(member, found.resource.address, previous))
		}
		if found.reason = found.resource.reason; found.isOld() {
			if found.names = s.changesRead(found.resource); len(found.names) > 0 {
				found.reason = newChanged
			}
		}
	}
	switch {
	case !s.plan.hasPriorState:
		found.reason, found.names = newNoPriorState, nil
	case len(s.reads) > 0:
		found.reason, found.names = newReads, s.reads
	}
	return found
}

// changesRead returns those attributes of a resource that the policy reads and that the plan changes or that drifted.
func (s *oldSearch) changesRead(resource *comparedResource) []string {
	isUnread := func(name string) bool { return !s.names.readsAttribute(name) }
	names := slices.DeleteFunc(slices.Concat(resource.changed, resource.drifted), isUnread)
	slices.Sort(names)
	return slices.Compact(names)
}

// compareBefore evaluates the policy with a plan that changes nothing, and compares the findings.
func (s *oldSearch) compareBefore(found []*candidate) {
	members, ok := s.evaluate(s.plan.before)
	before := counted(members)
	moved := s.withoutMoves(members, found)
	for _, each := range found {
		each.sameBefore = before[each.before] > 0
		switch {
		case each.reason == newCreated && moved[each.resource.addressless(each.member)]:
			each.reason = newNotMoved
		case !each.isOld():
		case !ok:
			each.reason = newNotEvaluated
		case !each.sameBefore:
			each.reason = newNotBefore
		default:
			// A list can contain equal members, each of which needs its own counterpart.
			before[each.before]--
		}
	}
}

// withoutMoves returns the findings about resources that the plan deletes, from the evaluation with a plan that changes
// nothing. The addresses in the findings are left out.
func (s *oldSearch) withoutMoves(members []any, found []*candidate) map[string]bool {
	moved := map[string]bool{}
	if !slices.ContainsFunc(found, func(each *candidate) bool { return each.reason == newCreated }) {
		return moved
	}
	for _, member := range members {
		named := map[string]bool{}
		addAddresses(member, s.plan.addresses, named)
		for address := range named {
			if deleted := s.plan.resources[address]; len(named) == 1 && deleted.reason == newDeleted {
				moved[deleted.addressless(member)] = true
			}
		}
	}
	return moved
}

// compareUnchanged evaluates the policy with the parts of the plan that are not changed, and compares the findings.
func (s *oldSearch) compareUnchanged(found []*candidate) {
	members, ok := s.evaluate(s.plan.unchanged)
	unchanged := counted(members)
	// Neither evaluation shows what a policy gave before a change outside of Terraform that the plan changes again.
	isUncertain := slices.ContainsFunc(s.plan.changedAgain(), s.names.readsAttribute)
	for _, each := range found {
		switch {
		case !each.isOld():
		case !ok:
			each.reason = newNotEvaluated
		case isUncertain || unchanged[each.key] == 0:
			each.reason = newDependsOnChange
		default:
			unchanged[each.key]--
		}
	}
}

// counted returns how often each member occurs.
func counted(members []any) map[string]int {
	counts := make(map[string]int, len(members))
	for _, member := range members {
		counts[keyOf(member)]++
	}
	return counts
}

// keyOf returns a text that identifies a finding: its value as JSON. Most findings are texts, which are used without
// encoding them as JSON.
func keyOf(member any) string {
	if text, isText := member.(string); isText {
		return `"` + text
	}
	return string(encoded(member))
}

// evaluate returns the members of the result of the policy for another input. It returns false if there is no verdict.
func (s *oldSearch) evaluate(seen *input) ([]any, bool) {
	document, _, problems := s.view.input(s.request, seen)
	if len(problems) > 0 {
		return nil, false
	}
	limit := rego.EvalExternalCancel(newDeadline(s.request.TimeoutMs))
	results, err := s.query.Eval(context.Background(), append(surroundings(s.request), rego.EvalParsedInput(document), limit)...)
	if err != nil {
		if isCancelled(err) {
			s.problems = append(s.problems, timeoutProblem(s.request.TimeoutMs))
		}
		return nil, false
	}
	return membersOf(results)
}

// maxKeptBytes is the maximum size of the results that are kept for an input.
const maxKeptBytes = 32 << 20

// keptResults contains results of failed policies until their old findings are searched.
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

// takeResult returns the kept result of a policy and removes it. It returns nil if there is none.
func (i *input) takeResult(request Request) []any {
	key := evaluationKey(request)
	members := i.kept.members[key]
	delete(i.kept.members, key)
	return members
}

// evaluationKey identifies the evaluation of a policy among those of an input.
func evaluationKey(request Request) string {
	return string(encoded([]any{request.Code, request.PolicyQuery, request.Parameters, request.TimeNs, request.Seed}))
}
