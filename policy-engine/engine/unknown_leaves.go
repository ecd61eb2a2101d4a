package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Bounds of the unknown attributes that are collected from an input. Terraform reaches none of them, but another author
// of a plan might.
const (
	maxUnknownLeaves     = 1_000_000
	maxUnknownAttributes = 50_000
	// maxUnknownDepth is the number of steps after which the rest of a path is cut off, and after which modules are not
	// searched for planned values.
	maxUnknownDepth = 50
)

// plannedChange is the change of a resource or of an output.
type plannedChange struct {
	// address is the address of the resource, or "output." and the name of the output.
	address string
	// kind is the resource type. It is empty for an output.
	kind string
	// part is the key of the part of the input that contains the change.
	part string
	// plan is the path of the plan in the part. after is the path of the value after the change in the plan.
	plan, after valuePath
	// planned is the path of the planned value in the plan's planned_values. It is nil if there is no such value.
	planned func() valuePath
	value   ast.Value
}

// unknownAttribute is an attribute whose value is known only after the plan is applied.
type unknownAttribute struct {
	// at is the path of the attribute in the planned value. It is empty if the whole planned value is unknown.
	at valuePath
	// changes contains the changes in which the attribute is unknown. All of them are of the same resource type.
	changes []*plannedChange
}

// ofKind returns the resource type of the changes. It is empty for an output.
func (a *unknownAttribute) ofKind() string { return a.changes[0].kind }

// unknownLeaf is an unknown attribute of one resource, or of an output.
type unknownLeaf struct {
	*plannedChange
	*unknownAttribute
}

// path returns the path of the attribute in the part of the input.
func (l unknownLeaf) path() valuePath { return slices.Concat(l.plan, l.after, l.at) }

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

// in returns the value at the path, or nil if there is none.
func (p valuePath) in(value ast.Value) ast.Value {
	for _, step := range p {
		if value = childOf(value, step); value == nil {
			return nil
		}
	}
	return value
}

// childOf returns a member of an object or an element of an array. It returns nil if there is none.
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

// unknowns contains the unknown attributes of an input.
type unknowns struct {
	attributes []*unknownAttribute
	// known contains the attributes. Each key consists of the resource type, or the address of an output, and the path.
	known map[string]*unknownAttribute
	// leaves is the number of unknown attributes, counted separately for each resource.
	leaves int
	// isCut reports whether the input has more unknown attributes, or more deeply nested modules, than the bounds allow.
	isCut bool
	// changes contains changes of resources by resource type, and providers the prefixes of the types, such as aws.
	changes   map[string][]*plannedChange
	providers map[string]bool
	addresses map[string]bool
}

// unknownsOf collects the unknown attributes of a plan, or of the plans in a list of documents.
func unknownsOf(document *ast.Term) *unknowns {
	found := &unknowns{
		known:     map[string]*unknownAttribute{},
		changes:   map[string][]*plannedChange{},
		providers: map[string]bool{},
		addresses: map[string]bool{},
	}
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
	before := u.leaves
	resources := []*plannedChange{}
	if changes, ok := memberOf(plan, "resource_changes").(*ast.Array); ok {
		for index := range changes.Len() {
			resources = append(resources, u.addResource(changes.Elem(index).Value, at, index))
		}
	}
	eachMember(memberOf(plan, "output_changes"), func(name string, change ast.Value) {
		u.addLeaves(&plannedChange{
			address: "output." + name, part: planKey, plan: at, value: change,
			after:   valuePath{}.with("output_changes", name, "after"),
			planned: func() valuePath { return valuePath{}.with("planned_values", "outputs", name, "value") },
		})
	})
	if u.leaves == before {
		return
	}
	planned := map[string]func() valuePath{}
	u.collectPlanned(memberOf(memberOf(plan, "planned_values"), "root_module"), valuePath{}.with("planned_values", "root_module"), planned)
	for _, each := range resources {
		each.planned = planned[each.address]
	}
}

func (u *unknowns) addResource(resource ast.Value, plan valuePath, index int) *plannedChange {
	address, _ := memberOf(resource, "address").(ast.String)
	kind, _ := memberOf(resource, "type").(ast.String)
	provider, _, _ := strings.Cut(string(kind), "_")
	u.providers[provider], u.addresses[string(address)] = true, true
	change := &plannedChange{
		address: string(address), kind: string(kind), part: planKey, plan: plan, value: memberOf(resource, "change"),
		after: valuePath{}.with("resource_changes", index, "change", "after"),
	}
	if len(u.changes[change.kind]) < maxExampleChanges {
		u.changes[change.kind] = append(u.changes[change.kind], change)
	}
	u.addLeaves(change)
	return change
}

func (u *unknowns) addLeaves(change *plannedChange) {
	owner := change.kind
	if owner == "" {
		owner = change.address
	}
	eachUnknown(memberOf(change.value, "after_unknown"), nil, func(at valuePath) {
		key := owner + "\x00" + at.String()
		found := u.known[key]
		if u.leaves == maxUnknownLeaves || found == nil && len(u.attributes) == maxUnknownAttributes {
			u.isCut = true
			return
		}
		if found == nil {
			found = &unknownAttribute{at: slices.Clone(at)}
			u.known[key] = found
			u.attributes = append(u.attributes, found)
		}
		u.leaves++
		found.changes = append(found.changes, change)
	})
}

// eachUnknown visits the paths at which a tree of flags is true, in the order of the keys. The path is valid only during
// the visit.
func eachUnknown(flags ast.Value, at valuePath, visit func(valuePath)) {
	if len(at) == maxUnknownDepth {
		if hasTrue(flags) {
			visit(at)
		}
		return
	}
	switch flags := flags.(type) {
	case ast.Boolean:
		if flags {
			visit(at)
		}
	case *ast.Array:
		for index := range flags.Len() {
			eachUnknown(flags.Elem(index).Value, append(at, ast.InternedTerm(index)), visit)
		}
	case ast.Object:
		for _, key := range flags.Keys() {
			eachUnknown(flags.Get(key).Value, append(at, key), visit)
		}
	}
}

// hasTrue reports whether a value is or contains true.
func hasTrue(value ast.Value) bool {
	found := false
	ast.WalkTerms(value, func(term *ast.Term) bool {
		found = found || term.Value.Compare(ast.Boolean(true)) == 0
		return found
	})
	return found
}

// collectPlanned collects the paths of the values of planned resources by address. Paths are created when they are
// needed, so that many resources in deeply nested modules do not exhaust the memory.
func (u *unknowns) collectPlanned(module ast.Value, at valuePath, found map[string]func() valuePath) {
	if len(at) > maxUnknownDepth {
		u.isCut = true
		return
	}
	if resources, ok := memberOf(module, "resources").(*ast.Array); ok {
		for index := range resources.Len() {
			if address, ok := memberOf(resources.Elem(index).Value, "address").(ast.String); ok {
				found[string(address)] = func() valuePath { return at.with("resources", index, "values") }
			}
		}
	}
	if modules, ok := memberOf(module, "child_modules").(*ast.Array); ok {
		for index := range modules.Len() {
			u.collectPlanned(modules.Elem(index).Value, at.with("child_modules", index), found)
		}
	}
}

// maxExampleChanges is the maximum number of changes in which a known value of an unknown attribute is searched.
const maxExampleChanges = 100

// exampleOf returns a known value of an attribute: the value before a change, or the value in another resource of the
// same type. It returns nil if there is none.
func (u *unknowns) exampleOf(attribute *unknownAttribute) ast.Value {
	for _, each := range attribute.changes[:min(len(attribute.changes), maxExampleChanges)] {
		if found := attribute.at.in(memberOf(each.value, "before")); isExample(found) {
			return found
		}
	}
	for _, each := range u.changes[attribute.ofKind()] {
		for _, name := range []string{"after", "before"} {
			if found := attribute.at.in(memberOf(each.value, name)); isExample(found) {
				return found
			}
		}
	}
	return nil
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
