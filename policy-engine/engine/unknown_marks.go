package engine

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// mark is a text that replaces an unknown attribute in a further evaluation of a policy. All resources of a type share
// the mark of an attribute, except while the policy is traced.
type mark struct {
	// number identifies the mark, and text contains it.
	number int
	text   string
	leaves []unknownLeaf
	// isText, isList and isScalar report the type that the attribute has before a change or in other resources: a text,
	// a list, or a number or boolean. Marks are texts. In place of a number or a boolean, a text could make a
	// comparison true or false that no number or boolean makes true or false.
	isText, isList, isScalar bool
	// low and high are two values that replace a number or a boolean in further evaluations: 0 and a large number, or
	// false and true.
	low, high *ast.Term
	// around is a text with a mask, if the mark replaces only the mask. It is empty if the mark replaces the whole
	// text.
	around string
	// member is the name of the plan member that contains the mask, such as resource_changes. It is "run" for a mask
	// in the run.
	member string
}

// markEdge begins and ends a mark. It is a private-use character of Unicode, so other texts hardly contain it.
const markEdge = "\ue0f5"

// markText returns a mark without letters, so that functions such as lower and upper do not change it.
func markText(number int) string { return markEdge + strconv.Itoa(number) + markEdge }

// Bounds of the marks in an evaluation: the number of attributes, and the number of places in which they are unknown.
const (
	maxMarks  = 50
	maxPlaces = 50_000
)

// marksFor returns a mark for each attribute, and whether all attributes are within the bounds.
func marksFor(attributes []*unknownAttribute, found *unknowns, limit int) ([]*mark, bool) {
	marks, places := []*mark{}, 0
	for _, attribute := range attributes {
		if places += len(attribute.changes); len(marks) == limit || places > maxPlaces {
			return marks, false
		}
		added := &mark{number: len(marks), text: markText(len(marks))}
		for _, change := range attribute.changes {
			added.leaves = append(added.leaves, unknownLeaf{change, attribute})
		}
		switch found.exampleOf(attribute).(type) {
		case ast.String:
			added.isText = true
		case *ast.Array:
			added.isList = true
		case ast.Number:
			added.isScalar, added.low, added.high = true, ast.InternedTerm(0), ast.InternedTerm(1_000_000_000)
		case ast.Boolean:
			added.isScalar, added.low, added.high = true, ast.InternedTerm(false), ast.InternedTerm(true)
		}
		marks = append(marks, added)
	}
	return marks, true
}

// perLeaf returns a separate mark for each resource.
func perLeaf(marks []*mark) []*mark {
	split := []*mark{}
	for _, each := range marks {
		for at := range each.leaves {
			own := *each
			own.number, own.text, own.leaves = len(split), markText(len(split)), each.leaves[at:at+1]
			split = append(split, &own)
		}
	}
	return split
}

// Kinds of values that can replace unknown attributes.
const (
	// asTexts stands for texts, or lists of texts for attributes that are lists elsewhere.
	asTexts = iota
	asLists
	// asLow and asHigh stand for the low and the high values of numbers and booleans.
	asLow
	asHigh
	// asTraced stands for texts in a traced evaluation.
	asTraced
)

// canBe reports whether replacing the attribute by a value of the given kind can give results that the other kinds
// cannot give.
func (m *mark) canBe(kind int, walks bool) bool {
	switch kind {
	case asTexts:
		return walks || !m.isScalar
	case asLists:
		return !m.isText && !m.isList
	case asLow, asHigh:
		return m.isScalar
	default:
		return true
	}
}

// term returns the value that replaces the attribute.
func (m *mark) term(kind int) *ast.Term {
	text := ast.StringTerm(m.text)
	if m.around != "" {
		text = ast.StringTerm(strings.ReplaceAll(m.around, sensitiveMask, m.text))
	}
	switch {
	case kind == asLow && m.low != nil:
		return m.low
	case kind == asHigh && m.high != nil:
		return m.high
	case m.isList || kind == asLists:
		return ast.ArrayTerm(text)
	default:
		return text
	}
}

// edit is a tree of replacements below a value.
type edit struct {
	value    *ast.Term
	members  map[string]*edit
	elements map[int]*edit
}

// put adds a replacement at a path.
func (e *edit) put(at valuePath, value *ast.Term) {
	for _, step := range at {
		if index, isIndex := indexOf(step); isIndex {
			e = editBelow(&e.elements, index)
		} else {
			name, _ := step.Value.(ast.String)
			e = editBelow(&e.members, string(name))
		}
	}
	e.value = value
}

// editBelow returns the tree of replacements at a key, which it creates if necessary.
func editBelow[Key comparable](edits *map[Key]*edit, key Key) *edit {
	if *edits == nil {
		*edits = map[Key]*edit{}
	}
	if (*edits)[key] == nil {
		(*edits)[key] = &edit{}
	}
	return (*edits)[key]
}

// applied returns a value with the replacements. It creates objects and arrays that do not exist.
func (e *edit) applied(value ast.Value) *ast.Term {
	switch {
	case e.value != nil:
		return e.value
	case e.elements != nil:
		return e.inArray(value)
	}
	members := [][2]*ast.Term{}
	if object, ok := value.(ast.Object); ok {
		object.Foreach(func(key, member *ast.Term) {
			name, isText := key.Value.(ast.String)
			if change := e.members[string(name)]; isText && change != nil {
				member = change.applied(member.Value)
			}
			members = append(members, [2]*ast.Term{key, member})
		})
	}
	for name, change := range e.members {
		if memberOf(value, name) == nil {
			members = append(members, [2]*ast.Term{ast.StringTerm(name), change.applied(nil)})
		}
	}
	return ast.NewTerm(ast.NewObject(members...))
}

func (e *edit) inArray(value ast.Value) *ast.Term {
	elements := []*ast.Term{}
	if array, ok := value.(*ast.Array); ok {
		array.Foreach(func(element *ast.Term) { elements = append(elements, element) })
	}
	for index, change := range e.elements {
		for len(elements) <= index {
			elements = append(elements, ast.InternedNullTerm)
		}
		elements[index] = change.applied(elements[index].Value)
	}
	return ast.ArrayTerm(elements...)
}

// markedInput returns an input with a mark in place of each attribute. marksPlanned requests marks in planned_values, too.
func markedInput(parts map[string]*ast.Term, marks []*mark, marksPlanned bool, kind int) *input {
	edits := map[string]*edit{}
	for _, each := range marks {
		value := each.term(kind)
		for _, leaf := range each.leaves {
			all := editBelow(&edits, leaf.part)
			all.put(leaf.path(), value)
			if marksPlanned && leaf.planned != nil {
				all.put(slices.Concat(leaf.plan, leaf.planned(), leaf.at), value)
			}
		}
	}
	marked := maps.Clone(parts)
	for part, all := range edits {
		marked[part] = all.applied(parts[part].Value)
	}
	return &input{parts: marked, forms: map[string]ast.Value{}}
}

// marksIn returns the numbers of the marks that a text contains.
func marksIn(text string) []int {
	numbers := []int{}
	if !strings.Contains(text, markEdge) {
		return numbers
	}
	for at, part := range strings.Split(text, markEdge) {
		if number, err := strconv.Atoi(part); err == nil && at > 0 {
			numbers = append(numbers, number)
		}
	}
	return numbers
}
