package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// mark is a text that replaces an unknown attribute in a further evaluation of a policy. All resources of a type share
// the mark of an attribute.
type mark struct {
	text   string
	leaves []*unknownLeaf
	// isList reports whether the attribute is a list elsewhere. isScalar reports whether it is a number or a boolean
	// elsewhere: a text in its place would make comparisons true or false that no value makes so.
	isList, isScalar bool
}

// markEdge begins and ends a mark. It is a character for private use, so that no other text contains it.
const markEdge = "\ue0f5"

// markText returns a mark without letters, so that functions such as lower and upper do not change it.
func markText(number int) string { return markEdge + strconv.Itoa(number) + markEdge }

// marksFor groups leaves by attribute.
func marksFor(leaves []*unknownLeaf, found *unknowns, document ast.Value) []*mark {
	marks, byTheme := []*mark{}, map[string]*mark{}
	for _, leaf := range leaves {
		known := byTheme[leaf.theme()]
		if known == nil {
			known = &mark{text: markText(len(marks))}
			switch found.exampleOf(leaf, leaf.plan.in(document)).(type) {
			case *ast.Array:
				known.isList = true
			case ast.Number, ast.Boolean:
				known.isScalar = true
			}
			byTheme[leaf.theme()] = known
			marks = append(marks, known)
		}
		known.leaves = append(known.leaves, leaf)
	}
	return marks
}

// term returns the value that replaces the attribute.
func (m *mark) term(asList bool) *ast.Term {
	text := ast.StringTerm(m.text)
	if m.isList || asList {
		return ast.ArrayTerm(text)
	}
	return text
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
		next := &edit{}
		if index, isIndex := indexOf(step); isIndex {
			if e.elements == nil {
				e.elements = map[int]*edit{}
			}
			if known := e.elements[index]; known != nil {
				next = known
			}
			e.elements[index] = next
		} else {
			name, _ := step.Value.(ast.String)
			if e.members == nil {
				e.members = map[string]*edit{}
			}
			if known := e.members[string(name)]; known != nil {
				next = known
			}
			e.members[string(name)] = next
		}
		e = next
	}
	e.value = value
}

// applied returns a value with the replacements. Objects and arrays that do not exist are created.
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
		// Terraform writes an element of a list for every flag, so a longer list is not from Terraform.
		for len(elements) <= index && index < maxElements {
			elements = append(elements, ast.NullTerm())
		}
		if index < len(elements) {
			elements[index] = change.applied(elements[index].Value)
		}
	}
	return ast.ArrayTerm(elements...)
}

const maxElements = 10_000

// markedPart returns the document with a mark in place of each attribute. marksPlanned requests marks in
// planned_values, too.
func markedPart(document ast.Value, marks []*mark, marksPlanned, asLists bool) *ast.Term {
	all := &edit{}
	for _, each := range marks {
		for _, leaf := range each.leaves {
			value := each.term(asLists)
			all.put(slices.Concat(leaf.plan, leaf.change, valuePath{}.with("after"), leaf.at), value)
			if marksPlanned && leaf.planned != nil {
				all.put(slices.Concat(leaf.plan, leaf.planned, leaf.at), value)
			}
		}
	}
	return all.applied(document)
}

// marksIn returns the numbers of the marks that a text contains.
func marksIn(text string) []int {
	numbers := []int{}
	for at, part := range strings.Split(text, markEdge) {
		if number, err := strconv.Atoi(part); err == nil && at > 0 {
			numbers = append(numbers, number)
		}
	}
	return numbers
}
