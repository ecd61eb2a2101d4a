package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// beforeMembers contains the members of a plan and of a run that a policy with old findings may read. Any other member
// could change the result of the policy, although it does not show what existed before the plan.
var beforeMembers = map[string]map[string]bool{
	planKey: words("resource_changes planned_values prior_state format_version terraform_version"),
	runKey:  words("workspace project organization"),
}

// dependenciesKey is the member of a resource in prior_state with its dependencies. outputsKey is the member of
// planned_values and of prior_state with the outputs. The plan does not say what both were before, because its state
// contains the planned ones.
const (
	dependenciesKey = "depends_on"
	outputsKey      = "outputs"
)

// otherMembers lists the members of a plan and of a run that are not among beforeMembers.
type otherMembers struct{ plan, run []string }

// othersOf lists the members that a plan and a run can have according to the schema, and further members that the given
// plan and run have.
func othersOf(plan, run ast.Value) otherMembers {
	known := shape()
	list := func(part string, value ast.Value) []string {
		names := maps.Clone(known.membersOf(part))
		eachMember(value, func(name string, _ ast.Value) { names[name] = nil })
		maps.DeleteFunc(names, func(name string, _ *schemaNode) bool { return beforeMembers[part][name] })
		return slices.Sorted(maps.Keys(names))
	}
	return otherMembers{plan: list(planKey, plan), run: list(runKey, run)}
}

// partReads contains the members of the plan or of the run that a policy reads by their names. isWhole reports whether
// the policy also reads the plan or the run as a whole, and isIterated whether it iterates over their members.
type partReads struct {
	names               map[string]bool
	isWhole, isIterated bool
}

// add adds the rest of a reference after the plan or the run.
func (r *partReads) add(rest ast.Ref) {
	if len(rest) == 0 {
		r.isWhole = true
		return
	}
	if name, isText := rest[0].Value.(ast.String); isText {
		r.names[string(name)] = true
	} else {
		r.isIterated = true
	}
}

// readsIn returns what the policy reads of the plan and of the run, if the input has the given form.
func (n *policyNames) readsIn(form string) (plan, run partReads) {
	form = formOr(form)
	plan, run = partReads{names: map[string]bool{}}, partReads{names: map[string]bool{}}
	for _, ref := range n.inputs {
		rest := ref[1:]
		switch {
		case len(rest) > 0 && rest[0].Equal(ast.StringTerm(parametersKey)):
		case form == formRaw:
			plan.add(rest)
		case len(rest) == 0:
			plan.isWhole, run.isWhole = true, true
		case !rest[0].IsGround():
			plan.isIterated = true
		case rest[0].Equal(ast.StringTerm(form)):
			plan.add(rest[1:])
		case rest[0].Equal(ast.StringTerm(runKey)):
			run.add(rest[1:])
		}
	}
	return plan, run
}

// otherReads returns the members of the plan and of the run that the policy reads and that are not in beforeMembers. A
// policy that reads the plan or the run as a whole may read every member that it names. If the policy also calls walk,
// the result is a single empty name.
func (r *reader) otherReads(form string, others otherMembers) []string {
	plan, run := r.readsIn(form)
	if plan.isIterated || run.isIterated || (plan.isWhole || run.isWhole) && (r.walks || r.encodes) {
		return []string{""}
	}
	read := map[string]bool{}
	add := func(part partReads, key string, others []string) {
		for name := range part.names {
			if !beforeMembers[key][name] {
				read[name] = true
			}
		}
		for _, name := range others {
			if part.isWhole && r.names(name) {
				read[name] = true
			}
		}
	}
	add(plan, planKey, others.plan)
	add(run, runKey, others.run)
	for _, name := range []string{dependenciesKey, outputsKey} {
		if plan.readsState() && r.names(name) {
			read[name] = true
		}
	}
	return slices.Sorted(maps.Keys(read))
}

// readsState reports whether the policy reads planned_values or prior_state.
func (r *partReads) readsState() bool {
	return r.isWhole || r.names["planned_values"] || r.names["prior_state"]
}

// readsAttribute reports whether the policy may read an attribute of a resource. The name of the attribute can be a word
// in a longer text, such as a path.
func (r *reader) readsAttribute(name string) bool {
	isRead := func(word string) bool {
		return slices.ContainsFunc(r.sets, func(set *textSet) bool { return set.allWords()[word] })
	}
	return r.walks || !slices.ContainsFunc(wordsIn(name), func(word string) bool { return !isRead(word) })
}

// allWords returns the words in all texts of the set.
func (t *textSet) allWords() map[string]bool {
	if t.words == nil {
		t.words = map[string]bool{}
		for text := range t.texts {
			for _, word := range wordsIn(text) {
				t.words[word] = true
			}
		}
	}
	return t.words
}

// wordsIn returns the sequences of letters, digits and underscores in a text.
func wordsIn(text string) []string {
	return strings.FieldsFunc(text, func(character rune) bool { return character != '_' && !isOfWord(character) })
}
