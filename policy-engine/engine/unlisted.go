package engine

import (
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// unlistedProblems returns warnings about files that are listed for no policy. A file causes a warning if it adds to a
// rule that the query names and that the policy's own file also defines, because the file then belongs to every policy
// with this query.
func (v *view) unlistedProblems(asked PolicyQuery) []Problem {
	body, err := parseQuery(asked.Query)
	if err != nil || asked.File == "" {
		return nil
	}
	warnings, files := []Problem{}, []string{}
	ast.WalkRefs(body, func(ref ast.Ref) bool {
		rules := rulesBelow(ref, v.policy)
		isOwn := func(rule *ast.Rule) bool { return rule.Location != nil && rule.Location.File == asked.File }
		if !ref.HasPrefix(ast.DefaultRootRef) || !slices.ContainsFunc(rules, isOwn) {
			return false
		}
		for _, rule := range rules {
			if rule.Location == nil || isOwn(rule) || isTest(rule) || slices.Contains(files, rule.Location.File) {
				continue
			}
			files = append(files, rule.Location.File)
			warning := problemAt("unlisted_file", fmt.Sprintf("this file adds to %s, but the list contains no policy for the file", ref.GroundPrefix()), rule.Location)
			warning.Severity = severityWarning
			warning.Hint = "Every policy with this query reports its violations: list the file as a separate policy, or remove it."
			warnings = append(warnings, warning)
		}
		return false
	})
	slices.SortStableFunc(warnings, byPlace)
	return warnings
}
