package engine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Metadata contains a policy's annotations.
type Metadata struct {
	Title            string            `json:"title"`
	Description      string            `json:"description"`
	Severity         string            `json:"severity"`
	Remediation      string            `json:"remediation"`
	RelatedResources []RelatedResource `json:"related_resources"`
}

// RelatedResource is a link to further information about a policy.
type RelatedResource struct {
	Ref         string `json:"ref"`
	Description string `json:"description"`
}

const (
	maxMetadataText     = 1000 // in bytes
	maxRelatedResources = 10
)

// metadataFor returns the annotations of the rules that a query names, or nil if there are none.
func (v *view) metadataFor(query string) *Metadata {
	known, ok := v.metadata[query]
	if !ok {
		known = metadataOf(query, v.policy.compiler)
		v.metadata[query] = known
	}
	return known
}

// metadataOf takes each annotation from the first scope that has it. The annotations of a rule come first, then those
// of its document, then those of its package.
func metadataOf(query string, compiler *ast.Compiler) *Metadata {
	merged := Metadata{RelatedResources: []RelatedResource{}}
	isAnnotated := false
	for _, rule := range rulesOfQuery(query, compiler) {
		for _, each := range compiler.GetAnnotationSet().Chain(rule) {
			if each.Annotations != nil {
				isAnnotated = merged.add(each.Annotations) || isAnnotated
			}
		}
	}
	if !isAnnotated {
		return nil
	}
	return &merged
}

// add sets missing members from the given annotations. It reports whether the annotations have any of the members.
func (m *Metadata) add(annotations *ast.Annotations) bool {
	read := Metadata{
		Title:       shortened(annotations.Title, maxMetadataText),
		Description: shortened(annotations.Description, maxMetadataText),
		Severity:    customText(annotations, "severity"),
		Remediation: customText(annotations, "remediation"),
	}
	m.Title = cmp.Or(m.Title, read.Title)
	m.Description = cmp.Or(m.Description, read.Description)
	m.Severity = cmp.Or(m.Severity, read.Severity)
	m.Remediation = cmp.Or(m.Remediation, read.Remediation)
	for _, resource := range annotations.RelatedResources {
		added := RelatedResource{Ref: shortened(resource.Ref.String(), maxMetadataText), Description: shortened(resource.Description, maxMetadataText)}
		if len(m.RelatedResources) < maxRelatedResources && !slices.Contains(m.RelatedResources, added) {
			m.RelatedResources = append(m.RelatedResources, added)
		}
	}
	return read.Title+read.Description+read.Severity+read.Remediation != "" || len(annotations.RelatedResources) > 0
}

// customText returns a custom annotation if it is a text or a number.
func customText(annotations *ast.Annotations, name string) string {
	switch value := annotations.Custom[name].(type) {
	case nil, bool, map[string]any, []any:
		return ""
	default:
		return shortened(fmt.Sprint(value), maxMetadataText)
	}
}

// rulesOfQuery returns the rules that a query names, sorted by file and row.
func rulesOfQuery(query string, compiler *ast.Compiler) []*ast.Rule {
	body, err := parseQuery(query)
	if err != nil {
		return nil
	}
	rules := []*ast.Rule{}
	ast.WalkRefs(body, func(ref ast.Ref) bool {
		if ref.HasPrefix(ast.DefaultRootRef) {
			rules = append(rules, compiler.GetRulesForVirtualDocument(ref.GroundPrefix())...)
		}
		return false
	})
	slices.SortStableFunc(rules, func(a, b *ast.Rule) int { return a.Location.Compare(b.Location) })
	return rules
}
