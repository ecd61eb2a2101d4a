package engine

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
)

// policyNames contains the texts by which a policy can name attributes.
type policyNames struct {
	texts map[string]bool
	// walks reports whether the policy calls walk, which visits all attributes.
	walks bool
	// ignored contains the attributes on which the policy may depend without a notice: an annotation says so, or the policy
	// reads their flags in after_unknown.
	ignored  map[string]bool
	problems []Problem
}

// commonNames are attributes that nearly every resource type has. That a policy names one says little.
var commonNames = textSet("id name arn address type key value location region zone project description url host port version status state message policy index")

func textSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// namesFor returns the names that the rules behind a query contain.
func (v *view) namesFor(query string, known data) *policyNames {
	found := v.names[query]
	if found == nil {
		found = namesOf(query, v.policy)
		found.addData(known)
		v.names[query] = found
	}
	return found
}

func namesOf(query string, compiled *policy) *policyNames {
	found := &policyNames{texts: map[string]bool{}, ignored: map[string]bool{}}
	body, err := parseQuery(query)
	if err != nil {
		return found
	}
	found.addTerms(body)
	for _, rule := range compiled.rulesBehind(body) {
		found.addTerms(rule)
	}
	for _, rule := range rulesOfQuery(query, compiled.compiler) {
		for _, each := range compiled.compiler.GetAnnotationSet().Chain(rule) {
			found.addIgnored(each.Annotations)
		}
	}
	return found
}

const flagsKey = "after_unknown"

func (n *policyNames) addTerms(node any) {
	ast.WalkTerms(node, func(term *ast.Term) bool {
		switch value := term.Value.(type) {
		case ast.String:
			n.add(string(value))
		case ast.Ref:
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

// pathLike matches texts that join several names, such as versioning.0.enabled and /tags/Owner.
var pathLike = regexp.MustCompile(`^[\w./\[\]-]+$`)

var pathEdges = regexp.MustCompile(`[./\[\]]+`)

func (n *policyNames) add(text string) {
	n.texts[text] = true
	if pathLike.MatchString(text) {
		for _, part := range pathEdges.Split(text, -1) {
			n.texts[part] = true
		}
	}
}

// addData adds the keys and texts of the data documents.
func (n *policyNames) addData(known data) {
	background := context.Background()
	transaction, err := known.store.NewTransaction(background)
	if err != nil {
		return
	}
	defer known.store.Abort(background, transaction)
	read, err := known.store.Read(background, transaction, storage.RootPath)
	value, ok := read.(ast.Value)
	if err == nil && ok {
		n.addTerms(ast.NewTerm(value))
	}
}

// relevant returns the unknown attributes on which a policy with these names may depend.
func (n *policyNames) relevant(found *unknowns, parameters ast.Object) []*unknownLeaf {
	all := n
	if parameters.Len() > 0 {
		all = &policyNames{texts: maps.Clone(n.texts), ignored: n.ignored, walks: n.walks}
		all.addTerms(ast.NewTerm(parameters))
	}
	namesTypes := slices.ContainsFunc(slices.Collect(maps.Keys(all.texts)), found.looksLikeType)
	readsOutputs := all.texts["output_changes"] || all.texts["outputs"]
	relevant := []*unknownLeaf{}
	for _, leaf := range found.leaves {
		if all.mayRead(leaf, namesTypes, readsOutputs) {
			relevant = append(relevant, leaf)
		}
	}
	return relevant
}

func (n *policyNames) mayRead(leaf *unknownLeaf, namesTypes, readsOutputs bool) bool {
	isNamed, isRare := false, false
	for _, step := range leaf.at {
		if name, ok := step.Value.(ast.String); ok {
			if n.ignored[string(name)] {
				return false
			}
			isNamed = isNamed || n.texts[string(name)]
			isRare = isRare || n.texts[string(name)] && !commonNames[string(name)]
		}
	}
	switch {
	case leaf.kind == "":
		return readsOutputs
	case len(leaf.at) == 0:
		return true
	case !isNamed:
		return false
	}
	return n.walks || isRare || n.texts[leaf.kind] || !namesTypes
}

// looksLikeType reports whether a text has the form of a resource type of one of the plan's providers.
func (u *unknowns) looksLikeType(text string) bool {
	provider, rest, hasRest := strings.Cut(text, "_")
	return hasRest && rest != "" && u.providers[provider]
}
