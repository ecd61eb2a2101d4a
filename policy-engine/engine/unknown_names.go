package engine

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
)

// policyNames contains the texts by which a policy can name attributes.
type policyNames struct {
	// rules contains the texts in the rules behind the query, and data those in the data documents.
	rules, data *textSet
	// walks reports whether the policy calls walk, which visits all attributes. encodes reports whether it encodes values
	// as JSON or YAML.
	walks, encodes bool
	// ignored contains the attributes on which the policy may depend without a notice, because an annotation says so or
	// because the policy reads their flags in after_unknown.
	ignored  map[string]bool
	problems []Problem
	// inputs contains the references to the input.
	inputs []ast.Ref
	// usesUnnamed reports whether the policy can read attributes that it does not name.
	usesUnnamed func() bool
}

// textSet is a set of texts.
type textSet struct {
	texts map[string]bool
	// prefixes contains the part of each text before its first underscore, such as aws for aws_s3_bucket.
	prefixes map[string]bool
	// words is created on first use by the method allWords.
	words map[string]bool
}

func newTextSet() *textSet { return &textSet{texts: map[string]bool{}, prefixes: map[string]bool{}} }

// commonNames contains attributes that nearly every resource type has. A policy that contains one of these names does
// not necessarily read the attribute of a particular type.
var commonNames = words("id name arn address type key value location region zone project description url host port version status state message policy index")

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// namesFor returns the names that the rules behind a query and the data documents contain.
func (v *view) namesFor(query string, used *code) *policyNames {
	found := v.names[query]
	if found == nil {
		found = namesOf(query, v.policy)
		found.data = used.dataTexts()
		v.names[query] = found
	}
	return found
}

func namesOf(query string, compiled *policy) *policyNames {
	found := &policyNames{rules: newTextSet(), ignored: map[string]bool{}, usesUnnamed: func() bool { return true }}
	body, err := parseQuery(query)
	if err != nil {
		return found
	}
	found.usesUnnamed = sync.OnceValue(func() bool { return compiled.usesUnnamedAttributes(body) })
	found.addRule(body)
	for _, rule := range compiled.rulesBehind(body) {
		found.addRule(rule)
	}
	for _, rule := range rulesOfQuery(query, compiled.compiler) {
		for _, each := range compiled.compiler.GetAnnotationSet().Chain(rule) {
			found.addIgnored(each.Annotations)
		}
	}
	return found
}

// encoders contains the functions that encode a value as text.
var encoders = words("json.marshal json.marshal_with_options yaml.marshal")

const flagsKey = "after_unknown"

// addRule adds the texts of a rule or a query, and notes its calls of walk and the flags that it reads.
func (n *policyNames) addRule(node any) {
	n.rules.addTerms(node)
	ast.WalkTerms(node, func(term *ast.Term) bool {
		switch value := term.Value.(type) {
		case ast.Ref:
			if value[0].Equal(ast.InputRootDocument) {
				n.inputs = append(n.inputs, value)
			}
			for at, step := range value {
				if at > 0 && value[at-1].Equal(ast.StringTerm(flagsKey)) {
					n.ignore(step)
				}
			}
		case ast.Call:
			n.addCall(value)
		}
		return false
	})
	ast.WalkExprs(node, func(expr *ast.Expr) bool {
		if terms, ok := expr.Terms.([]*ast.Term); ok && !expr.IsEquality() {
			n.addCall(terms)
		}
		return false
	})
}

// addCall notes a call of walk, and a flag that object.get reads.
func (n *policyNames) addCall(call []*ast.Term) {
	name := call[0].Value.String()
	n.walks = n.walks || name == ast.WalkBuiltin.Name
	n.encodes = n.encodes || encoders[name]
	if name != ast.ObjectGet.Name || len(call) < 3 {
		return
	}
	if ref, ok := call[1].Value.(ast.Ref); !ok || !ref[len(ref)-1].Equal(ast.StringTerm(flagsKey)) {
		return
	}
	n.ignore(call[2])
	if names, ok := call[2].Value.(*ast.Array); ok && names.Len() > 0 {
		n.ignore(names.Elem(0))
	}
}

func (n *policyNames) ignore(name *ast.Term) {
	if text, ok := name.Value.(ast.String); ok {
		n.ignored[string(text)] = true
	}
}

// addIgnored adds the attributes that an annotation lists as custom.unknown, each with the value ignore.
func (n *policyNames) addIgnored(annotations *ast.Annotations) {
	if annotations == nil || annotations.Custom["unknown"] == nil {
		return
	}
	listed, isObject := annotations.Custom["unknown"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if listed[name] == "ignore" {
			n.ignored[name] = true
		} else {
			isObject = false
		}
	}
	if !isObject {
		problem := problemAt(codeWrongAnnotation, "the annotation unknown is not an object of attributes with the value ignore", annotations.Location)
		problem.Hint = "Write for example: unknown: {acl: ignore}."
		n.problems = append(n.problems, problem)
	}
}

// addTerms adds the texts in a value or in code.
func (t *textSet) addTerms(node any) {
	ast.WalkTerms(node, func(term *ast.Term) bool {
		if text, ok := term.Value.(ast.String); ok {
			t.add(string(text))
		}
		return false
	})
}

// pathLike matches texts that join several names, such as versioning.0.enabled and /tags/Owner.
var pathLike = regexp.MustCompile(`^[\w./\[\]-]+$`)

var pathEdges = regexp.MustCompile(`[./\[\]]+`)

func (t *textSet) add(text string) {
	if t.texts[text] {
		return
	}
	t.texts[text] = true
	if prefix, rest, _ := strings.Cut(text, "_"); rest != "" {
		t.prefixes[prefix] = true
	}
	if pathEdges.MatchString(text) && pathLike.MatchString(text) {
		for _, part := range pathEdges.Split(text, -1) {
			t.add(part)
		}
	}
}

// dataTexts returns the keys and texts of the data documents.
func (c *code) dataTexts() *textSet {
	if c.texts != nil {
		return c.texts
	}
	c.texts = newTextSet()
	background := context.Background()
	transaction, err := c.data.store.NewTransaction(background)
	if err != nil {
		return c.texts
	}
	defer c.data.store.Abort(background, transaction)
	read, err := c.data.store.Read(background, transaction, storage.RootPath)
	if value, ok := read.(ast.Value); err == nil && ok {
		c.texts.addTerms(ast.NewTerm(value))
	}
	return c.texts
}

// reader tells which attributes of an input a policy may read.
type reader struct {
	*policyNames
	// sets contains all texts by which the policy can name attributes.
	sets []*textSet
	// namesTypes reports whether the policy names resource types.
	namesTypes bool
}

// knownProviders contains the prefixes of the resource types of widely used providers.
var knownProviders = words("aws awscc azurerm azuread azapi google ibm oci alicloud tencentcloud digitalocean kubernetes helm github")

// with returns a reader whose texts include those of the parameters.
func (n *policyNames) with(parameters ast.Object) *reader {
	made := &reader{policyNames: n, sets: []*textSet{n.rules, n.data}}
	if parameters.Len() > 0 {
		given := newTextSet()
		given.addTerms(ast.NewTerm(parameters))
		made.sets = append(made.sets, given)
	}
	return made
}

// readerOf returns the reader of an input.
func (n *policyNames) readerOf(found *unknowns, parameters ast.Object) *reader {
	made := n.with(parameters)
	for _, set := range made.sets {
		for _, providers := range []map[string]bool{found.providers, knownProviders} {
			for provider := range providers {
				made.namesTypes = made.namesTypes || set.prefixes[provider]
			}
		}
	}
	return made
}

// relevant returns the unknown attributes on which the policy may depend.
func (r *reader) relevant(found *unknowns) []*unknownAttribute {
	return slices.DeleteFunc(slices.Clone(found.attributes), func(each *unknownAttribute) bool { return !r.mayRead(each) })
}

func (r *reader) names(text string) bool {
	for _, set := range r.sets {
		if set.texts[text] {
			return true
		}
	}
	return false
}

func (r *reader) mayRead(attribute *unknownAttribute) bool {
	isNamed, isRare := false, false
	for _, step := range attribute.at {
		if text, ok := step.Value.(ast.String); ok {
			name := string(text)
			if r.ignored[name] {
				return false
			}
			isNamed = isNamed || r.names(name)
			isRare = isRare || !commonNames[name] && r.names(name)
		}
	}
	switch kind := attribute.ofKind(); {
	case kind == "":
		return r.names("output_changes") || r.names("outputs")
	case len(attribute.at) == 0:
		return true
	case !isNamed:
		return false
	default:
		return isRare || r.names(kind) || !r.namesTypes
	}
}
