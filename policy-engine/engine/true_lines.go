package engine

import (
	"bytes"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// maxTrueRanges is the maximum number of line ranges that are returned for all files of a policy together.
const maxTrueRanges = 200

// trueTracer records the rules and the nested queries that were true at least once. A nested query is the body of a
// comprehension or of "every". It is used in place of the coverage tracer, which also records comparisons that failed
// and would thereby reveal the compared values.
type trueTracer struct {
	rules   map[place]bool
	queries map[place]bool
	// seen contains the recorded rules and the first expressions of the recorded queries.
	seen map[any]bool
}

type place struct {
	file        string
	row, column int
}

func newTrueTracer() *trueTracer {
	return &trueTracer{rules: map[place]bool{}, queries: map[place]bool{}, seen: map[any]bool{}}
}

// Enabled implements topdown.QueryTracer.
func (*trueTracer) Enabled() bool { return true }

// Config implements topdown.QueryTracer.
func (*trueTracer) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

// TraceEvent records a rule or a query when the evaluation exits it, which means that it was true.
func (t *trueTracer) TraceEvent(event topdown.Event) {
	if event.Op != topdown.ExitOp {
		return
	}
	switch node := event.Node.(type) {
	case *ast.Rule:
		if !t.seen[node] {
			t.seen[node] = true
			t.rules[placeAt(node.Location)] = true
		}
	case ast.Body:
		if len(node) == 0 || t.seen[node[0]] {
			return
		}
		t.seen[node[0]] = true
		for _, expr := range node {
			t.queries[placeAt(expr.Location)] = true
		}
	}
}

func placeAt(location *ast.Location) place {
	if location == nil {
		return place{}
	}
	return place{file: location.File, row: location.Row, column: location.Col}
}

// lines returns, by file, the lines of the rules that were true. It leaves out nested queries that were never true. If
// there are too many lines, those of the first file take precedence.
func (t *trueTracer) lines(compiled *policy, first string) map[string][]Lines {
	files := slices.Sorted(maps.Keys(compiled.modules))
	if at := slices.Index(files, first); at > 0 {
		files = slices.Insert(slices.Delete(files, at, at+1), 0, first)
	}
	left := maxTrueRanges
	found := map[string][]Lines{}
	for _, file := range files {
		rows := map[int]bool{}
		ast.WalkRules(compiled.modules[file], func(rule *ast.Rule) bool {
			if t.rules[placeAt(rule.Location)] {
				t.addRule(rule, rows)
			}
			return false
		})
		ranges := rangesOf(rows)
		if ranges = ranges[:min(len(ranges), left)]; len(ranges) > 0 {
			found[file] = ranges
			left -= len(ranges)
		}
	}
	return found
}

func (t *trueTracer) addRule(rule *ast.Rule, rows map[int]bool) {
	locations := []*ast.Location{rule.Head.Location}
	parts := trueParts{begun: map[int]bool{}, untrue: map[int]bool{}}
	t.divide(rule, rule.Head, parts)
	for _, expr := range rule.Body {
		locations = append(locations, expr.Location)
		t.divide(rule, expr, parts)
	}
	end := lastRow(rule)
	for _, location := range locations {
		for row := range rowsOf(location) {
			if row == location.Row || row <= end && (parts.begun[row] || !parts.untrue[row]) {
				rows[row] = true
			}
		}
	}
	if rule.Else == nil && bytes.HasSuffix(rule.Location.Text, []byte("\n}")) {
		rows[end] = true
	}
}

// trueParts contains rows of the nested queries in a rule. begun contains the first rows of expressions in queries that
// were true. untrue contains all rows of queries that were never true.
type trueParts struct {
	begun, untrue map[int]bool
}

// divide adds the rows of the nested queries in a node to parts. If a rule is written on one line, the parser gives all
// its queries the location of the rule, so divide cannot tell which of them were true.
func (t *trueTracer) divide(rule *ast.Rule, node any, parts trueParts) {
	ast.NewGenericVisitor(func(each any) bool {
		query, ok := each.(ast.Body)
		if !ok {
			return false
		}
		wasTrue := t.wasTrue(rule, query)
		for _, expr := range query {
			if wasTrue {
				parts.begun[expr.Location.Row] = true
				continue
			}
			for row := range rowsOf(expr.Location) {
				parts.untrue[row] = true
			}
		}
		return !wasTrue
	}).Walk(node)
}

func (t *trueTracer) wasTrue(rule *ast.Rule, query ast.Body) bool {
	return slices.ContainsFunc(query, func(expr *ast.Expr) bool {
		at := placeAt(expr.Location)
		return t.queries[at] && at != placeAt(rule.Location)
	})
}

// lastRow returns the last row of a rule without its "else".
func lastRow(rule *ast.Rule) int {
	end := rule.Location.Row + bytes.Count(rule.Location.Text, []byte("\n"))
	if rule.Else != nil {
		return min(end, rule.Else.Location.Row-1)
	}
	return end
}

func rowsOf(location *ast.Location) func(func(int) bool) {
	return func(yield func(int) bool) {
		if location == nil {
			return
		}
		for at := range bytes.Count(location.Text, []byte("\n")) + 1 {
			if !yield(location.Row + at) {
				return
			}
		}
	}
}

func rangesOf(rows map[int]bool) []Lines {
	ranges := []Lines{}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		if last := len(ranges) - 1; last >= 0 && ranges[last].Last == row-1 {
			ranges[last].Last = row
		} else {
			ranges = append(ranges, Lines{First: row, Last: row})
		}
	}
	return ranges
}
