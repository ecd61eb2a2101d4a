package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// kindsOfOperand matches error messages that contain only type names. All other messages may contain values of the
// plan.
var kindsOfOperand = regexp.MustCompile(`^operand \d+ must be [a-z{}(), ]+ but got [a-z -]+$`)

// failedCalls returns a warning for each location at which a built-in function failed because of a value of the input.
// The evaluator treats such a call as undefined, so its rule reports nothing. Calls under "not" are left out, because
// there the failure makes the expression true.
func (d *definitions) failedCalls(query string, failures []topdown.Error) []Problem {
	if len(failures) == 0 {
		return nil
	}
	body, err := parseQuery(query)
	if err != nil {
		return nil
	}
	if d.lastQuery != query {
		d.lastQuery, d.lastPlaces = query, d.neededPlaces(body)
	}
	warnings, known := []Problem{}, map[place]bool{}
	for _, failure := range failures {
		at := placeAt(failure.Location)
		if isNeeded, isReached := d.lastPlaces[at]; (isNeeded || !isReached) && !known[at] && len(warnings) < maxProblems {
			warnings = append(warnings, failedCall(failure))
		}
		known[at] = true
	}
	slices.SortStableFunc(warnings, byPlace)
	return warnings
}

func failedCall(failure topdown.Error) Problem {
	name, reason, _ := strings.Cut(failure.Message, ": ")
	if !slices.Contains(builtinNames(), name) {
		name = "a built-in function"
	}
	message := fmt.Sprintf("the result depends on %s, which failed", name)
	if kindsOfOperand.MatchString(reason) {
		message += ": " + reason
	}
	warning := problemAt("builtin_failed", message, failure.Location)
	warning.Severity, warning.Text = severityWarning, ""
	if warning.Row > 0 && warning.File == "" {
		warning.File = queryFile
	}
	return warning
}

// neededPlaces returns the locations of all expressions that a query reaches. The value is false for expressions that
// occur only under "not".
func (d *definitions) neededPlaces(query ast.Body) map[place]bool {
	places := map[place]bool{}
	note := func(node any, isNeeded bool) {
		visitor := &referenceVisitor{root: ast.DefaultRootDocument, places: places}
		visitor.isNegated = !isNeeded
		visitor.walk(node)
	}
	note(query, true)
	for rule, isNeeded := range d.reachedFrom(query) {
		note(rule.Head, isNeeded)
		note(rule.Body, isNeeded)
	}
	return places
}
