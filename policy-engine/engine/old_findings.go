package engine

import (
	"context"
	"slices"

	"github.com/open-policy-agent/opa/v1/rego"
)

// Reasons why a finding is not old. Some of them are also reasons why a finding has no identity.
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
	*failedPolicy
	reads    []string
	problems []Problem
}

// findOld finds the old findings of a failed policy. It evaluates the policy at most twice: with a plan that changes
// nothing, and with the part of the plan that is not changed.
func (e *Engine) findOld(request Request) FindOldAnswer {
	failed, problems := e.failedPolicy(request)
	if failed == nil {
		return FindOldAnswer{Findings: []FindingAge{}, Problems: problems}
	}
	search := &oldSearch{failedPolicy: failed}
	names, plan := failed.names, failed.plan
	plan.addInputs()
	if search.reads = names.otherReads(request.Form, plan.others); plan.readsData(names, request.Form) {
		search.reads = append(search.reads, "data")
	}
	findings := search.ages(failed.members)
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
	found := &candidate{member: member, key: keyOf(member)}
	found.before = found.key
	found.resource, found.reason = s.plan.resourceNamed(member)
	if found.resource != nil {
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
		if named, _ := s.plan.resourceNamed(member); named != nil && named.reason == newDeleted {
			moved[named.addressless(member)] = true
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
