package engine

import (
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

const maxRules = 1000

// rulesOf returns a policy's rules, except for tests.
func rulesOf(compiled *policy) []RuleMatch {
	rules := []RuleMatch{}
	for _, module := range compiled.modules {
		for _, rule := range module.Rules {
			if !isTest(rule) && rule.Location != nil {
				name := rule.Ref().GroundPrefix().String()
				rules = append(rules, RuleMatch{Name: name, File: rule.Location.File, Row: rule.Location.Row})
			}
		}
	}
	slices.SortStableFunc(rules, func(a, b RuleMatch) int {
		return byPlace(Problem{File: a.File, Row: a.Row}, Problem{File: b.File, Row: b.Row})
	})
	return rules[:min(len(rules), maxRules)]
}

// matchTracer records the locations of rules whose bodies were true.
type matchTracer map[string]bool

// Enabled implements topdown.QueryTracer.
func (matchTracer) Enabled() bool { return true }

// Config implements topdown.QueryTracer.
func (matchTracer) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

// TraceEvent records the rule that an evaluation exits.
func (t matchTracer) TraceEvent(event topdown.Event) {
	if event.Op != topdown.ExitOp {
		return
	}
	if rule, ok := event.Node.(*ast.Rule); ok && rule.Location != nil {
		t[placeOf(rule.Location.File, rule.Location.Row)] = true
	}
}

func placeOf(file string, row int) string { return fmt.Sprintf("%d %s", row, file) }

// matched returns the rules with the recorded matches.
func (t matchTracer) matched(rules []RuleMatch) []RuleMatch {
	noted := slices.Clone(rules)
	for at, rule := range noted {
		noted[at].Matched = t[placeOf(rule.File, rule.Row)]
	}
	return noted
}
