package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// unknownLeaf is an attribute of a resource or an output whose value is known only after the plan is applied.
type unknownLeaf struct {
	// address is the address of the resource, or "output." and the name of the output.
	address string
	// kind is the resource type; empty for an output.
	kind string
	// plan is the path of the plan in the document. at is the path of the attribute below the planned value, which is
	// empty if the whole value is unknown.
	plan, at valuePath
	// change is the path of the change in the plan, planned that of the planned value in planned_values, if there is one.
	change, planned valuePath
	// before and after are the values of the change.
	before, after ast.Value
}

// valuePath is a list of object keys (ast.String) and array indices (ast.Number).
type valuePath []*ast.Term

func (p valuePath) with(steps ...any) valuePath {
	made := slices.Clone(p)
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			made = append(made, ast.StringTerm(step))
		case int:
			made = append(made, ast.IntNumberTerm(step))
		}
	}
	return made
}

// String returns the path as it is written in Terraform, such as ingress[0].cidr_blocks.
func (p valuePath) String() string {
	var text strings.Builder
	for _, step := range p {
		switch step := step.Value.(type) {
		case ast.String:
			if text.Len() > 0 {
				text.WriteByte('.')
			}
			text.WriteString(string(step))
		case ast.Number:
			text.WriteString("[" + string(step) + "]")
		}
	}
	return text.String()
}

// in returns the value at the path; nil if there is none.
func (p valuePath) in(value ast.Value) ast.Value {
	for _, step := range p {
		if value = childOf(value, step); value == nil {
			return nil
		}
	}
	return value
}

// childOf returns an object's member or an array's element; nil if there is none.
func childOf(value ast.Value, step *ast.Term) ast.Value {
	var child *ast.Term
	switch value := value.(type) {
	case ast.Object:
		child = value.Get(step)
	case *ast.Array:
		child = value.Get(step)
	}
	if child == nil {
		return nil
	}
	return child.Value
}

// theme identifies an attribute of a resource type, or of an output. Leaves with the same theme get the same
// mark.
func (l *unknownLeaf) theme() string {
	return l.kind + "\x00" + l.outputName() + "\x00" + l.at.String()
}

func (l *unknownLeaf) outputName() string {
	if l.kind == "" {
		return l.address
	}
	return ""
}

// unknowns contains the unknown attributes of an input.
type unknowns struct {
	leaves []*unknownLeaf
	// types contains the resource types of the plan, and providers the prefixes of these types, such as aws.
	types, providers map[string]bool
	addresses        map[string]bool
}

// unknownsOf collects the unknown attributes of a plan, or of the plans in a list of documents.
func unknownsOf(document *ast.Term) *unknowns {
	found := &unknowns{types: map[string]bool{}, providers: map[string]bool{}, addresses: map[string]bool{}}
	if document == nil {
		return found
	}
	found.addPlan(document.Value, valuePath{})
	if list, ok := document.Value.(*ast.Array); ok {
		for at := range list.Len() {
			found.addPlan(memberOf(list.Elem(at).Value, "contents"), valuePath{}.with(at, "contents"))
		}
	}
	return found
}

func (u *unknowns) addPlan(plan ast.Value, at valuePath) {
	first := len(u.leaves)
	if changes, ok := memberOf(plan, "resource_changes").(*ast.Array); ok {
		for index := range changes.Len() {
			u.addResource(changes.Elem(index).Value, at, valuePath{}.with("resource_changes", index, "change"))
		}
	}
	eachMember(memberOf(plan, "output_changes"), func(name string, change ast.Value) {
		leaf := unknownLeaf{address: "output." + name, plan: at, change: valuePath{}.with("output_changes", name)}
		leaf.planned = valuePath{}.with("planned_values", "outputs", name, "value")
		u.addLeaves(leaf, change)
	})
	if len(u.leaves) == first {
		return
	}
	planned := map[string]valuePath{}
	collectPlanned(memberOf(memberOf(plan, "planned_values"), "root_module"), valuePath{}.with("planned_values", "root_module"), planned)
	for _, leaf := range u.leaves[first:] {
		if leaf.kind != "" {
			leaf.planned = planned[leaf.address]
		}
	}
}

func (u *unknowns) addResource(resource ast.Value, plan, change valuePath) {
	address, _ := memberOf(resource, "address").(ast.String)
	kind, _ := memberOf(resource, "type").(ast.String)
	u.types[string(kind)], u.addresses[string(address)] = true, true
	provider, _, _ := strings.Cut(string(kind), "_")
	u.providers[provider] = true
	u.addLeaves(unknownLeaf{address: string(address), kind: string(kind), plan: plan, change: change}, memberOf(resource, "change"))
}

func (u *unknowns) addLeaves(leaf unknownLeaf, change ast.Value) {
	leaf.before, leaf.after = memberOf(change, "before"), memberOf(change, "after")
	eachUnknown(memberOf(change, "after_unknown"), nil, func(at valuePath) {
		added := leaf
		added.at = at
		u.leaves = append(u.leaves, &added)
	})
}

// eachUnknown visits the paths at which a tree of flags is true, in the order of the keys.
func eachUnknown(flags ast.Value, at valuePath, visit func(valuePath)) {
	switch flags := flags.(type) {
	case ast.Boolean:
		if flags {
			visit(at)
		}
	case *ast.Array:
		for index := range flags.Len() {
			eachUnknown(flags.Elem(index).Value, at.with(index), visit)
		}
	case ast.Object:
		for _, key := range flags.Keys() {
			eachUnknown(flags.Get(key).Value, append(slices.Clone(at), key), visit)
		}
	}
}

// collectPlanned collects the paths of the values of planned resources by address.
func collectPlanned(module ast.Value, at valuePath, found map[string]valuePath) {
	if resources, ok := memberOf(module, "resources").(*ast.Array); ok {
		for index := range resources.Len() {
			if address, ok := memberOf(resources.Elem(index).Value, "address").(ast.String); ok {
				found[string(address)] = at.with("resources", index, "values")
			}
		}
	}
	if modules, ok := memberOf(module, "child_modules").(*ast.Array); ok {
		for index := range modules.Len() {
			collectPlanned(modules.Elem(index).Value, at.with("child_modules", index), found)
		}
	}
}

// exampleOf returns a value that an attribute has elsewhere: before the change, or in another resource of this type.
func (u *unknowns) exampleOf(leaf *unknownLeaf, plan ast.Value) ast.Value {
	if found := leaf.at.in(leaf.before); isExample(found) {
		return found
	}
	var found ast.Value
	eachElement(memberOf(plan, "resource_changes"), func(resource ast.Value) {
		if found != nil || memberOf(resource, "type") == nil || memberOf(resource, "type").Compare(ast.String(leaf.kind)) != 0 {
			return
		}
		for _, name := range []string{"after", "before"} {
			if value := leaf.at.in(memberOf(memberOf(resource, "change"), name)); isExample(value) {
				found = value
			}
		}
	})
	return found
}

func isExample(value ast.Value) bool {
	_, isNull := value.(ast.Null)
	return value != nil && !isNull
}

// indexOf returns the index that a step of a path stands for.
func indexOf(step *ast.Term) (int, bool) {
	number, ok := step.Value.(ast.Number)
	if !ok {
		return 0, false
	}
	index, err := strconv.Atoi(string(number))
	return index, err == nil && index >= 0
}
