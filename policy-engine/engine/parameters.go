package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// parametersKey is the member of the input that contains the parameters.
const parametersKey = "parameters"

const (
	codeWrongAnnotation = "wrong_annotation"
	codeWrongParameter  = "wrong_parameter"
)

// Parameter is the value of a parameter. The value is either JSON, or a text whose type the policy determines.
type Parameter struct {
	Value json.RawMessage `json:"value,omitempty"`
	Text  string          `json:"text"`
	// IsSensitive requests that the value is masked in texts that the evaluation returns.
	IsSensitive bool `json:"sensitive"`
	// Problem is the reason why the parameter has no value. A policy that reads the parameter errs with this message.
	Problem string `json:"problem,omitempty"`
}

// ParameterUse describes the parameters that a policy reads or declares.
type ParameterUse struct {
	Key string `json:"key"`
	// Type is the type that an annotation of the policy declares. It is empty if there is no such annotation.
	Type string `json:"type,omitempty"`
	// IsRead reports whether the policy reads the parameter by its key. IsNeeded reports whether the policy errs if the
	// parameter is not set.
	IsRead   bool `json:"is-read,omitempty"`
	IsNeeded bool `json:"is-needed,omitempty"`
}

// parameterTypes contains the types that an annotation can declare, each with a function that recognizes its values.
var parameterTypes = map[string]func(ast.Value) bool{
	"string":  func(value ast.Value) bool { _, ok := value.(ast.String); return ok },
	"number":  func(value ast.Value) bool { _, ok := value.(ast.Number); return ok },
	"boolean": func(value ast.Value) bool { _, ok := value.(ast.Boolean); return ok },
	"array":   func(value ast.Value) bool { _, ok := value.(*ast.Array); return ok },
	"object":  func(value ast.Value) bool { _, ok := value.(ast.Object); return ok },
}

// parameters describes the parameters that a policy reads or declares.
type parameters struct {
	// types contains the types that annotations declare, by key.
	types    map[string]string
	problems []Problem
	// rules contains the rules that the query reaches. The value is true for rules that the query needs.
	rules map[*ast.Rule]bool
	// reads maps each rule that refers to parameters to these references. The key nil stands for the query.
	reads    map[*ast.Rule][]reference
	readsAll bool
}

// input returns the input of a policy with its parameters, and their values. If the policy cannot be evaluated with the
// parameters, it returns the reasons.
func (v *view) input(request Request, seen *input) (ast.Value, ast.Object, []Problem) {
	document := seen.in(request.Form)
	known := v.parametersFor(request.Query)
	values, problems := known.valuesOf(request.Parameters)
	if problems = append(slices.Clone(known.problems), problems...); len(problems) > 0 {
		return nil, nil, problems
	}
	if len(request.Parameters) == 0 && formOr(request.Form) == formRaw && hasParameters(document) {
		return document, values, nil
	}
	isSet := func(key string) bool { _, isSet := request.Parameters[key]; return isSet }
	if problems := known.missing(v.policy.definitions(), isSet); len(problems) > 0 {
		return nil, nil, problems
	}
	document, problems = withParameters(document, values)
	return document, values, problems
}

// parametersFor returns the parameters of a query.
func (v *view) parametersFor(query string) *parameters {
	known := v.parameters[query]
	if known == nil {
		known = parametersOf(query, v.policy)
		v.parameters[query] = known
	}
	return known
}

func parametersOf(query string, compiled *policy) *parameters {
	found := &parameters{types: map[string]string{}, rules: map[*ast.Rule]bool{}, reads: map[*ast.Rule][]reference{}}
	body, err := parseQuery(query)
	if err != nil {
		return found
	}
	for _, rule := range rulesOfQuery(query, compiled.compiler) {
		for _, each := range compiled.compiler.GetAnnotationSet().Chain(rule) {
			found.declare(each)
		}
	}
	found.rules = compiled.definitions().reachedFrom(body)
	found.addReads(nil, body)
	for rule := range found.rules {
		found.addReads(rule, rule.Head, rule.Body)
	}
	return found
}

// declare adds the types that an annotation declares under custom.parameters. The first declaration of a key counts.
func (p *parameters) declare(annotation *ast.AnnotationsRef) {
	if annotation.Annotations == nil {
		return
	}
	declared, _ := annotation.Annotations.Custom[parametersKey].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(declared)) {
		name, isText := declared[key].(string)
		if members, isObject := declared[key].(map[string]any); isObject {
			name, isText = members["type"].(string)
		}
		if _, isType := parameterTypes[name]; !isText || !isType {
			message := fmt.Sprintf("the annotation of the parameter %s names no type that exists", key)
			problem := problemAt(codeWrongAnnotation, message, annotation.Annotations.Location)
			problem.Hint = "Write one of " + strings.Join(slices.Sorted(maps.Keys(parameterTypes)), ", ") + "."
			p.problems = append(p.problems, problem)
			continue
		}
		if _, isKnown := p.types[key]; !isKnown {
			p.types[key] = name
		}
	}
}

var parametersRef = ast.Ref{ast.InputRootDocument, ast.StringTerm(parametersKey)}

// addReads adds the references to parameters in a query or in a clause of a rule. A reference to the whole input may read
// every parameter, and so may a reference whose key is known only during the evaluation.
func (p *parameters) addReads(rule *ast.Rule, nodes ...any) {
	visitor := &referenceVisitor{root: ast.InputRootDocument}
	for _, node := range nodes {
		visitor.walk(node)
	}
	for _, each := range visitor.found {
		ground := each.ref.GroundPrefix()
		p.readsAll = p.readsAll || parametersRef.HasPrefix(ground)
		if keyOfParameter(ground) != "" {
			p.reads[rule] = append(p.reads[rule], each)
		}
	}
}

// keyOfParameter returns the key of the parameter to which a reference refers. The key is empty if the reference does
// not contain one.
func keyOfParameter(ref ast.Ref) string {
	if len(ref) <= len(parametersRef) || !ref.HasPrefix(parametersRef) {
		return ""
	}
	key, _ := ref[len(parametersRef)].Value.(ast.String)
	return string(key)
}

// missing returns a problem for each parameter that the policy needs and that is not set. A policy does not need a
// parameter that it reads under "not", or in a rule that also has a default value or another clause.
func (p *parameters) missing(known *definitions, isSet func(key string) bool) []Problem {
	absent := func(rule *ast.Rule) []reference {
		return slices.DeleteFunc(slices.Clone(p.reads[rule]), func(each reference) bool { return isSet(keyOfParameter(each.ref)) })
	}
	problems := []Problem{}
	for rule := range p.reads {
		for _, each := range absent(rule) {
			if known.isOptional(each, rule, p.rules[rule], absent) {
				continue
			}
			key := keyOfParameter(each.ref)
			problem := problemAt("missing_parameter", fmt.Sprintf("the policy needs the parameter %s, which is not set", key), each.location)
			problem.Reference = fmt.Sprintf("%s.%s", parametersRef, key)
			problem.Hint = fmt.Sprintf("Set the parameter, or read it as object.get(input.parameters, %q, default).", key)
			problems = append(problems, problem)
		}
	}
	return distinct(problems)
}

// keysRead returns the keys of the parameters that the policy reads by their keys.
func (p *parameters) keysRead() map[string]bool {
	read := map[string]bool{}
	for _, references := range p.reads {
		for _, each := range references {
			read[keyOfParameter(each.ref)] = true
		}
	}
	return read
}

// uses returns the parameters that the policy reads or declares, sorted by key. If the policy uses the parameters as a
// whole, the list ends with an element whose key is empty.
func (p *parameters) uses(known *definitions) []ParameterUse {
	needed := map[string]bool{}
	for _, each := range p.missing(known, func(string) bool { return false }) {
		needed[strings.TrimPrefix(each.Reference, parametersRef.String()+".")] = true
	}
	read := p.keysRead()
	keys := map[string]bool{}
	maps.Copy(keys, read)
	for key := range p.types {
		keys[key] = true
	}
	uses := []ParameterUse{}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		uses = append(uses, ParameterUse{Key: key, Type: p.types[key], IsRead: read[key], IsNeeded: needed[key]})
	}
	if p.readsAll {
		uses = append(uses, ParameterUse{IsRead: true})
	}
	return uses
}

// valuesOf converts parameters to the declared types. A text without a declared type is parsed as JSON. If it is not
// valid JSON, the value is the text itself.
func (p *parameters) valuesOf(given map[string]Parameter) (ast.Object, []Problem) {
	values, problems := ast.NewObject(), []Problem{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if problem := given[key].Problem; problem != "" {
			if p.readsAll || p.keysRead()[key] {
				problems = append(problems, errorProblem(codeWrongParameter, problem))
			}
			continue
		}
		value := given[key].in(p.types[key])
		if isOfType := parameterTypes[p.types[key]]; isOfType != nil && !isOfType(value) {
			message := fmt.Sprintf("the parameter %s must be of type %s", key, p.types[key])
			problems = append(problems, errorProblem(codeWrongParameter, message))
			continue
		}
		values.Insert(ast.StringTerm(key), ast.NewTerm(value))
	}
	return values, problems
}

func (p Parameter) in(name string) ast.Value {
	document := []byte(p.Text)
	switch {
	case len(p.Value) > 0:
		document = p.Value
	case name == "string":
		return ast.String(p.Text)
	}
	value, err := valueOf(document)
	if err != nil {
		return ast.String(p.Text)
	}
	return value
}

// withParameters returns the input with the parameters. They replace the empty object that the input has in every form
// except "raw".
func withParameters(document ast.Value, values ast.Object) (ast.Value, []Problem) {
	if values.Len() == 0 {
		return document, nil
	}
	object, isObject := document.(ast.Object)
	if own := memberOf(document, parametersKey); !isObject || own != nil && own.Compare(ast.NewObject()) != 0 {
		reason := "the input already has a member parameters"
		if !isObject {
			reason = "the input is not an object"
		}
		problem := errorProblem(codeWrongParameter, reason+", so no parameters can be added to it")
		problem.Hint = `Use another form of the input than "raw", or remove the parameters.`
		return nil, []Problem{problem}
	}
	members := [][2]*ast.Term{{ast.StringTerm(parametersKey), ast.NewTerm(values)}}
	object.Foreach(func(name, member *ast.Term) {
		if name.Value.Compare(ast.String(parametersKey)) != 0 {
			members = append(members, [2]*ast.Term{name, member})
		}
	})
	return ast.NewObject(members...), nil
}

// hasParameters reports whether a document has a member "parameters".
func hasParameters(document ast.Value) bool { return memberOf(document, parametersKey) != nil }

// addToTests adds parameters to the input of every test, unless the test sets its own parameters.
func addToTests(modules map[string]*ast.Module, given map[string]Parameter) {
	if len(given) == 0 {
		return
	}
	values, _ := (&parameters{}).valuesOf(given)
	for _, module := range modules {
		for _, rule := range module.Rules {
			if !isTest(rule) {
				continue
			}
			for _, expr := range rule.Body {
				if _, declares := expr.Terms.(*ast.SomeDecl); !declares && !setsParameters(expr) {
					expr.With = append(expr.With, &ast.With{Target: ast.NewTerm(parametersRef.Copy()), Value: ast.NewTerm(values), Location: expr.Location})
				}
			}
		}
	}
}

func setsParameters(expr *ast.Expr) bool {
	return slices.ContainsFunc(expr.With, func(with *ast.With) bool {
		target, _ := with.Target.Value.(ast.Ref)
		return target.HasPrefix(parametersRef) || target.Equal(ast.InputRootRef) && hasParameters(with.Value.Value)
	})
}
