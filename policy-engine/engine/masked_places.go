package engine

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// masksOf returns the locations of the masks in the plan and in the run. Recorded inputs have a mask in place of each
// sensitive value.
func masksOf(parts map[string]*ast.Term) []unknownLeaf {
	found := []unknownLeaf{}
	for _, part := range []string{planKey, runKey} {
		if document := parts[part]; document != nil {
			addMasks(document.Value, maskPlace{&plannedChange{part: part}, nil}, &found)
		}
	}
	return found
}

// maskPlace is the location of a mask in a plan: the innermost object that has an address, and the path of the mask
// below this object.
type maskPlace struct {
	change *plannedChange
	below  valuePath
}

func addMasks(value ast.Value, place maskPlace, found *[]unknownLeaf) {
	next := func(step, child *ast.Term) {
		addMasks(child.Value, maskPlace{place.change, append(place.below, step)}, found)
	}
	switch value := value.(type) {
	case ast.String:
		if strings.Contains(string(value), sensitiveMask) {
			*found = append(*found, unknownLeaf{place.change, &unknownAttribute{at: slices.Clone(place.below)}})
		}
	case *ast.Array:
		for index := range value.Len() {
			next(ast.InternedTerm(index), value.Elem(index))
		}
	case ast.Object:
		if address, ok := memberOf(value, "address").(ast.String); ok {
			path := slices.Concat(place.change.after, place.below)
			place = maskPlace{change: &plannedChange{part: place.change.part, address: string(address), after: path}}
		}
		value.Foreach(next)
	}
}

// owner returns the address of the resource that contains a mask, or the path of the mask if no resource contains it.
func (l unknownLeaf) owner() string {
	if l.address != "" {
		return l.address
	}
	if l.part == runKey {
		return runKey + "." + l.path().String()
	}
	return l.path().String()
}

// below returns the path of a mask below its owner, such as after.password.
func (l unknownLeaf) below() string {
	if l.address == "" {
		return ""
	}
	return strings.TrimPrefix(l.at.String(), "change.")
}

// maskedPlaces contains the masks of an input. All policies share it.
type maskedPlaces struct {
	// marks contains a mark of its own for each masked text.
	marks []*mark
	// inputs contains the input with a value in place of each mask, by the kind of the values.
	inputs map[int]*input
}

// inputWith returns the input with values of a kind in place of the masks. It is created on first use.
func (m *maskedPlaces) inputWith(kind int, parts map[string]*ast.Term) *input {
	if m.inputs[kind] == nil {
		m.inputs[kind] = markedInput(parts, m.marks, false, kind)
	}
	return m.inputs[kind]
}

// readable returns the marks of the masks that the policy may read. A policy that names no member of a plan may read all
// of them.
func (r *reader) readable(masks *maskedPlaces) []*mark {
	if r.walks || !slices.ContainsFunc(planMembers, r.names) {
		return masks.marks
	}
	return slices.DeleteFunc(slices.Clone(masks.marks), func(each *mark) bool { return !r.names(each.member) })
}

// planMembers contains the members of a plan that can have masks.
var planMembers = strings.Fields("resource_changes resource_drift deferred_changes output_changes planned_values prior_state configuration variables checks action_invocations deferred_action_invocations")

// memberWith returns the name of the member of the plan that contains a mask, such as resource_changes. If the run
// contains the mask, it returns "run".
func memberWith(leaf unknownLeaf) string {
	path := leaf.path()
	if leaf.part == runKey || len(path) == 0 {
		return leaf.part
	}
	name, _ := path[0].Value.(ast.String)
	return string(name)
}

// marksForMasks returns a separate mark for each masked text, and whether the number of masks is within the limits.
func marksForMasks(masks []unknownLeaf, parts map[string]*ast.Term) []*mark {
	marks := []*mark{}
	for _, leaf := range masks {
		text, _ := leaf.path().in(parts[leaf.part].Value).(ast.String)
		added := &mark{number: len(marks), text: markText(len(marks)), leaves: []unknownLeaf{leaf}, member: memberWith(leaf)}
		if text == sensitiveMask {
			added.isScalar, added.low, added.high = true, ast.InternedTerm(0), ast.InternedTerm(1_000_000_000)
		} else {
			added.isText, added.around = true, string(text)
		}
		marks = append(marks, added)
	}
	return marks
}

// canBeFalse reports whether a masked value may be the boolean false. If so, a policy that uses the value as a
// condition tests more than its existence. Only masks in the configuration and in variables count, because sensitive
// booleans are rare elsewhere.
func (m *mark) canBeFalse() bool { return m.member == "configuration" || m.member == "variables" }

// dependsOnMasks finds the masks on which the result of the policy depends. It returns whether the examination is
// complete.
func (x *examination) dependsOnMasks(marks []*mark) bool {
	if len(marks) == 0 {
		return true
	}
	tracer := x.newTestTracer(marks)
	result, ok := x.evaluate(marks, asTraced, tracer)
	for _, each := range marks {
		if tracer.seen[each.number] {
			x.add(howLooksAt, each.leaves...)
		}
	}
	if tracer.isDone() {
		x.isTimeout = false
		return true
	}
	if len(x.leaves) > 0 || !ok {
		return ok
	}
	kinds := []int{}
	if result != x.original {
		kinds = append(kinds, asTraced)
	}
	if x.names.walks {
		kinds = append(kinds, asLists, asLow, asHigh)
	}
	for _, kind := range kinds {
		if len(x.leaves) == 0 {
			ok = x.decides(x.without(kind, marks), kind) && ok
		}
	}
	return ok && tracer.visits < maxVisits && !tracer.isCut
}
