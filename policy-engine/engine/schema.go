package engine

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// inputSchema is the JSON Schema of the input. An object that forbids additional properties has only the listed
// members. All other objects may have more members.
//
//go:embed input-schema.json
var inputSchema []byte

// schemaNode is the subset of JSON Schema that the input schema uses.
type schemaNode struct {
	Ref                  string                 `json:"$ref"`
	Properties           map[string]*schemaNode `json:"properties"`
	Items                *schemaNode            `json:"items"`
	AdditionalProperties bool                   `json:"additionalProperties"`
	Definitions          map[string]*schemaNode `json:"definitions"`
}

// inputShape contains the schema for the compiler and further information for warnings.
type inputShape struct {
	set  *ast.SchemaSet
	raw  map[string]any
	root *schemaNode
	// objects reports whether an object of the schema can have members that are not listed. The key consists of the
	// joined names of the listed members.
	objects map[string]bool
}

// shape parses the schema on first use, because most requests do not need it.
var shape = sync.OnceValue(func() inputShape {
	raw := map[string]any{}
	root := &schemaNode{}
	if err := errors.Join(json.Unmarshal(inputSchema, &raw), json.Unmarshal(inputSchema, root)); err != nil {
		panic(err)
	}
	read := inputShape{set: schemaSetOf(raw), raw: raw, root: root, objects: map[string]bool{}}
	read.collectObjects(root)
	return read
})

func schemaSetOf(raw any) *ast.SchemaSet {
	set := ast.NewSchemaSet()
	set.Put(ast.SchemaRootRef, raw)
	return set
}

// shapeOf returns the schema of the input in the given form, which determines where the plan is. Clients may send
// additional members in every form.
func shapeOf(form string) inputShape {
	read := shape()
	if form == formPlan {
		return read
	}
	definitions := read.raw["definitions"].(map[string]any)
	parameters := read.raw["properties"].(map[string]any)[parametersKey]
	properties := map[string]any{form: definitions[planKey], runKey: definitions[runKey], parametersKey: parameters}
	root := &schemaNode{Definitions: read.root.Definitions, AdditionalProperties: true, Properties: map[string]*schemaNode{
		form: read.root.Definitions[planKey], runKey: read.root.Definitions[runKey], parametersKey: read.root.Properties[parametersKey],
	}}
	if form == formRaw {
		properties = maps.Clone(definitions[planKey].(map[string]any)["properties"].(map[string]any))
		properties[parametersKey] = parameters
		root.Properties = maps.Clone(read.root.Definitions[planKey].Properties)
		root.Properties[parametersKey] = read.root.Properties[parametersKey]
	}
	raw := maps.Clone(read.raw)
	raw["properties"] = properties
	objects := maps.Clone(read.objects)
	objects[joinedNames(slices.Sorted(maps.Keys(root.Properties)))] = true
	return inputShape{set: schemaSetOf(raw), raw: raw, root: root, objects: objects}
}

func (s *inputShape) collectObjects(node *schemaNode) {
	if node == nil {
		return
	}
	if len(node.Properties) > 0 {
		s.objects[joinedNames(slices.Sorted(maps.Keys(node.Properties)))] = node.AdditionalProperties
	}
	for _, each := range node.Properties {
		s.collectObjects(each)
	}
	for _, each := range node.Definitions {
		s.collectObjects(each)
	}
	s.collectObjects(node.Items)
}

func joinedNames(names []string) string { return strings.Join(names, " ") }

// membersOf returns the members of a part of the input, such as the plan.
func (s *inputShape) membersOf(part string) map[string]*schemaNode {
	node := s.root.Properties[part]
	if node == nil {
		return nil
	}
	if _, name, ok := strings.Cut(node.Ref, "#/definitions/"); ok {
		node = s.root.Definitions[name]
	}
	return node.Properties
}

// inputWarnings returns warnings about members that no plan has, as far as the compiler's types show them. Evaluations
// use code that is compiled without the schema, so the warnings do not affect the verdict.
func inputWarnings(compiled *policy, form string) []Problem {
	known := shapeOf(form)
	compiler := newCompiler(data{}).WithSchemas(known.set)
	compiler.SetErrorLimit(0)
	compiler.Compile(withoutEvery(compiled.modules))
	written := inputForm{form, usesPart(compiled.modules, known), mayReadPlan(compiler.Modules, form)}
	warnings := []Problem{}
	for _, each := range compiler.Errors {
		if strings.HasSuffix(each.Location.File, testSuffix) {
			continue
		}
		if warning, ok := inputWarning(each, known, written); ok {
			warnings = append(warnings, warning)
		}
	}
	slices.SortStableFunc(warnings, byPlace)
	warnings = slices.CompactFunc(warnings, func(a, b Problem) bool { return a == b })
	return warnings[:min(len(warnings), maxProblems)]
}

func inputWarning(err *ast.Error, known inputShape, form inputForm) (Problem, bool) {
	detail, ok := err.Details.(*ast.RefErrInvalidDetail)
	if !ok {
		return inputFinding(err, known)
	}
	_, isObject := known.objects[joinedNames(textsOf(detail.OneOf))]
	_, isText := detail.Ref[detail.Pos].Value.(ast.String)
	if !isText || !isObject {
		return inputFinding(err, known)
	}
	return unknownMember(detail, err.Location, known, form)
}

// withoutEvery replaces each "every x in xs { … }" with a comprehension over the same members, because the compiler
// does not check the types in the body of "every".
func withoutEvery(modules map[string]*ast.Module) map[string]*ast.Module {
	copies := map[string]*ast.Module{}
	for file, module := range modules {
		copies[file] = module.Copy()
		ast.WalkExprs(copies[file], func(expr *ast.Expr) bool {
			if every, ok := expr.Terms.(*ast.Every); ok {
				expr.Terms = comprehensionOf(every).SetLocation(expr.Location)
			}
			return false
		})
	}
	return copies
}

func comprehensionOf(every *ast.Every) *ast.Term {
	member := ast.Member.Call(every.Value, every.Domain)
	if every.Key != nil {
		member = ast.MemberWithKey.Call(every.Key, every.Value, every.Domain)
	}
	some := ast.NewExpr(&ast.SomeDecl{Symbols: []*ast.Term{member}, Location: every.Location})
	some.Location = every.Location
	body := ast.NewBody(append([]*ast.Expr{some}, every.Body...)...)
	return ast.SetComprehensionTerm(ast.BooleanTerm(true), body)
}

const testSuffix = "_test.rego"

// unknownMember returns a warning about a reference to an unknown member. It returns false if the member may exist.
func unknownMember(detail *ast.RefErrInvalidDetail, start *ast.Location, known inputShape, form inputForm) (Problem, bool) {
	names := textsOf(detail.OneOf)
	isOpen := known.objects[joinedNames(names)]
	word := keyText(detail.Ref[detail.Pos])
	similar := mostSimilar(word, names)
	isRoot := detail.Pos == 1 && detail.Ref[0].Equal(ast.InputRootDocument)
	isRaw := isRoot && !form.mayReadPlan && slices.Contains(rawMembers, word)
	member := ""
	if isRoot && similar == "" {
		member = planMember(detail.Ref[2:])
	}
	switch {
	case isRaw, member != "":
	case isRoot && !form.usesPart && !continuesIn(detail.Ref[2:], similar, known):
		return Problem{}, false
	case isOpen && similar == "":
		return Problem{}, false
	}
	place := start
	if location := detail.Ref[detail.Pos].Location; location != nil && location.Row > 0 {
		place = location
	}
	problem := problemAt("no_such_member", fmt.Sprintf("the input has no %s at %s", word, detail.Ref[:detail.Pos+1]), place)
	problem.Severity = severityWarning
	problem.Text = ""
	switch {
	case isRaw:
		problem.Hint = fmt.Sprintf("Write input.%s.%s: the plan is the whole input only with --input raw.", form.name, word)
	case member != "" && form.name == formRaw:
		problem.Hint = fmt.Sprintf("Write input.%s, or use the form %s.", member, word)
	case member != "":
		problem.Hint = fmt.Sprintf("Write input.%s.%s, or use the form %s.", form.name, member, word)
	case similar == "":
		problem.Hint = "There are " + strings.Join(names, ", ") + "."
	default:
		problem.Hint = suggestion(similar)
	}
	return problem, true
}

// planMember returns the member of a plan to which the rest of a reference refers. It is empty if the rest does not
// begin with a member of a plan.
func planMember(rest ast.Ref) string {
	if len(rest) > 0 {
		if name, ok := rest[0].Value.(ast.String); ok && slices.Contains(rawMembers, string(name)) {
			return string(name)
		}
	}
	return ""
}

// inputForm is the form of the input. It also tells for which form a policy seems to be written.
type inputForm struct {
	name                  string
	usesPart, mayReadPlan bool
}

// rawMembers contains the members of a plan that no other document has.
var rawMembers = []string{"output_changes", "planned_values", "prior_state", "resource_changes", "resource_drift"}

// mayReadPlan reports whether a policy reads the plan at the key that the given form uses, or uses the input as a
// whole. Such a policy may support several forms on purpose.
func mayReadPlan(modules map[string]*ast.Module, form string) bool {
	may := false
	for file, module := range modules {
		if strings.HasSuffix(file, testSuffix) {
			continue
		}
		ast.WalkRefs(module, func(ref ast.Ref) bool {
			if ref[0].Equal(ast.InputRootDocument) {
				part, isMember := ast.String(""), false
				if len(ref) > 1 {
					part, isMember = ref[1].Value.(ast.String)
				}
				may = may || !isMember || string(part) == form
			}
			return may
		})
	}
	return may
}

// continuesIn reports whether the rest of a reference begins with a member of the given part of the input.
func continuesIn(rest ast.Ref, part string, known inputShape) bool {
	if part == "" || len(rest) == 0 {
		return false
	}
	next, ok := rest[0].Value.(ast.String)
	return ok && known.membersOf(part)[string(next)] != nil
}

// usesPart reports whether a policy reads the plan or the run. A policy that reads neither is written for another kind
// of input.
func usesPart(modules map[string]*ast.Module, known inputShape) bool {
	found := false
	for _, module := range modules {
		ast.WalkRefs(module, func(ref ast.Ref) bool {
			if len(ref) > 1 && ref[0].Equal(ast.InputRootDocument) {
				if part, ok := ref[1].Value.(ast.String); ok && part != parametersKey && known.root.Properties[string(part)] != nil {
					found = true
				}
			}
			return found
		})
	}
	return found
}

func textsOf(values []ast.Value) []string {
	texts := []string{}
	for _, each := range values {
		if text, ok := each.(ast.String); ok {
			texts = append(texts, string(text))
		}
	}
	slices.Sort(texts)
	return texts
}
