// Package engine answers requests to check, format, test and evaluate policies with the Open Policy Agent.
package engine

import (
	"encoding/json"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Request is the header of a request; the payload follows it in the same frame.
type Request struct {
	Op string `json:"op"`
	// Modules, by their file names, and Data are code. Own are the files among the modules that are the code of one policy
	// each; all others belong to every policy.
	Modules map[string]string `json:"modules"`
	Data    []Document        `json:"data"`
	Own     []string          `json:"own"`
	// Code is the digest of code: "load-code" keeps it, and "compile", "check" and "evaluate" refer to it.
	Code string `json:"code"`
	// PolicyQuery is the policy that is checked or evaluated.
	PolicyQuery
	// Input names the input of an evaluation: "load-input" adds it, "evaluate" refers to it. Drop names those that go for it.
	Input string   `json:"input"`
	Drop  []string `json:"drop"`
	// Parts divides the payload of "load-input".
	Parts []Part `json:"parts"`
	// TimeoutMs ends an evaluation, or a test; none without it.
	TimeoutMs int `json:"timeout-ms"`
	// Coverage adds which lines the tests reached.
	Coverage bool `json:"coverage"`
	// Filter is a regular expression that selects tests by their full names.
	Filter string `json:"filter"`
	// Warnings adds to the verdict of an evaluation which members of the input no plan has.
	Warnings bool `json:"warnings"`
	// TimeNs, in nanoseconds since 1970, and Seed are the time and the randomness that an evaluation sees; those of the
	// moment without them.
	TimeNs int64  `json:"time-ns"`
	Seed   string `json:"seed"`
	// Rules adds which rules matched.
	Rules bool `json:"rules"`
	// Entries adds to a check what queries can name to get a verdict.
	Entries bool `json:"entries"`
	// Explain adds what each rule came to.
	Explain bool `json:"explain"`
	// TrueLines adds which lines of rules were true.
	TrueLines bool `json:"true-lines"`
}

// PolicyQuery is a policy of code: its query, and its own file among the modules. One without a file of its own has all of
// them.
type PolicyQuery struct {
	Query string `json:"query"`
	File  string `json:"file"`
	// Form is how the policy sees the input: "plan" (also where it is empty) for an object with the parts of the input,
	// "raw" for the plan alone, or another key for an object with the plan under that key and the run.
	Form string `json:"form"`
}

// Document is a data document: the text of a file, and the path below data where it stands. A file named ".manifest" says
// what data its folder can have.
type Document struct {
	File string   `json:"file"`
	At   []string `json:"at"`
	Text string   `json:"text"`
}

// Part is a JSON document in the payload, the plan or the run.
type Part struct {
	Key  string `json:"key"`
	Size int    `json:"size"`
}

// Severities of problems.
const (
	severityError   = "error"
	severityWarning = "warning"
)

// Problem says what is wrong with a policy, a query or an input, and where.
type Problem struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Row      int    `json:"row,omitempty"`
	Column   int    `json:"column,omitempty"`
	// Text is the line of the source.
	Text string `json:"text,omitempty"`
	Hint string `json:"hint,omitempty"`
	// Reference is the one that nothing defines.
	Reference string `json:"reference,omitempty"`
}

// Failure answers a request that cannot be served at all.
type Failure struct {
	Failure string `json:"failure"`
}

// VersionAnswer names the engine.
type VersionAnswer struct {
	OPA string `json:"opa"`
	Go  string `json:"go"`
}

// CodeAnswer says which code had to go for the code that was loaded.
type CodeAnswer struct {
	Evicted []string `json:"evicted"`
}

// CheckAnswer says what a policy consists of; without errors among the problems it compiles.
type CheckAnswer struct {
	// Engine is the version of the Open Policy Agent.
	Engine string `json:"engine"`
	// RegoVersion is "v1", or "v0" where a module has the syntax of old versions.
	RegoVersion string    `json:"rego-version,omitempty"`
	Problems    []Problem `json:"problems"`
	Packages    []string  `json:"packages"`
	Rules       []string  `json:"rules"`
	// Entries are there where the request wants them, sorted by the names of their rules.
	Entries []Entry `json:"entries,omitempty"`
}

// Entry is a document that says by the name of its rules whether a plan is accepted, such as data.main.deny.
type Entry struct {
	// Package is the path of its package below data, and Name what follows there, such as deny for data.main.deny.public.
	Package string `json:"package"`
	Name    string `json:"name"`
	Rule    string `json:"rule"`
	// Kind is what the rule gives where that is no verdict, such as "a boolean".
	Kind string `json:"kind,omitempty"`
	// Query gives a verdict with the code as it is; empty where none is known.
	Query string `json:"query,omitempty"`
	// IsUsed says that other rules need it.
	IsUsed bool `json:"is-used,omitempty"`
}

// FormatAnswer has the formatted source of each module that can be parsed.
type FormatAnswer struct {
	Files    map[string]string `json:"files"`
	Problems []Problem         `json:"problems"`
}

// DataAnswer has the data documents of a request as one, in JSON.
type DataAnswer struct {
	Text     string    `json:"text"`
	Problems []Problem `json:"problems"`
}

// InputAnswer says what the input is, as far as those need to know who loaded it.
type InputAnswer struct {
	Problems []Problem `json:"problems"`
	// FormatVersion is that of the plan, and ResourceChanges how many it lists; nil where it has no such list,
	// and is no plan without changes.
	FormatVersion   string `json:"format-version,omitempty"`
	ResourceChanges *int   `json:"resource-changes,omitempty"`
	// Errored says that planning ended with an error, and Deferred that changes wait for another plan.
	Errored  bool `json:"errored,omitempty"`
	Deferred bool `json:"deferred,omitempty"`
}

// Statuses of evaluations and tests.
const (
	statusPassed  = "passed"
	statusFailed  = "failed"
	statusErrored = "errored"
	statusSkipped = "skipped"
)

// EvaluateAnswer is the verdict of one policy.
type EvaluateAnswer struct {
	Status string `json:"status"`
	// Output is the members of the result, as many of Count as an answer takes.
	Output   []json.RawMessage `json:"output"`
	Count    int               `json:"count"`
	Problems []Problem         `json:"problems"`
	Prints   []string          `json:"prints"`
	// RegoVersion is that of the policy.
	RegoVersion string `json:"rego-version,omitempty"`
	DurationMs  int64  `json:"duration-ms"`
	// Rules is there where the request wants it, sorted by file and row.
	Rules []RuleMatch `json:"rules,omitempty"`
	// Traces are there where the request wants an explanation, sorted by file and row.
	Traces []RuleTrace `json:"traces,omitempty"`
	// TrueLines are there where the request wants them, by the files of the policy.
	TrueLines map[string][]Lines `json:"true-lines,omitempty"`
	// Metadata is that of the rules of the query, where they are annotated.
	Metadata *Metadata `json:"metadata,omitempty"`
}

// RuleMatch says whether the body of a rule was true at least once.
type RuleMatch struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Row     int    `json:"row"`
	Matched bool   `json:"matched"`
}

// RuleTrace is what a rule came to in an evaluation.
type RuleTrace struct {
	Name string `json:"name"`
	File string `json:"file"`
	Row  int    `json:"row"`
	// Count is how often the rule was true; Values are those of its variables, of the first times.
	Count  int            `json:"count"`
	Values [][]NamedValue `json:"values"`
	// Stops are the expressions that kept it from being true.
	Stops []TraceStop `json:"stops"`
}

// TraceStop is an expression that was not true, how often, and the values in it of the first time.
type TraceStop struct {
	Row        int          `json:"row"`
	Expression string       `json:"expression"`
	Count      int          `json:"count"`
	Values     []NamedValue `json:"values"`
}

// TestAnswer has the outcome of each test.
type TestAnswer struct {
	Tests    []Test    `json:"tests"`
	Problems []Problem `json:"problems"`
	Coverage *Coverage `json:"coverage,omitempty"`
}

// Test is the outcome of one test.
type Test struct {
	Name       string   `json:"name"`
	File       string   `json:"file"`
	Row        int      `json:"row"`
	Status     string   `json:"status"`
	Message    string   `json:"message,omitempty"`
	Prints     []string `json:"prints"`
	DurationMs int64    `json:"duration-ms"`
	// Failure is there where the test failed by an expression.
	Failure *TestFailure `json:"failure,omitempty"`
}

// TestFailure is the expression of a test that was not true.
type TestFailure struct {
	File       string `json:"file"`
	Row        int    `json:"row"`
	Expression string `json:"expression"`
	// Values are those of the parts of the expression that are known during the evaluation, in the order of the text.
	Values []NamedValue `json:"values"`
}

// NamedValue is a value, in the syntax of Rego, and the text that stands for it.
type NamedValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	place *ast.Location
}

// Coverage is how much of the policy its tests reached.
type Coverage struct {
	Percent float64            `json:"percent"`
	Files   map[string][]Lines `json:"files"`
}

// Lines is a range of lines, such as one that no test reached.
type Lines struct {
	First int `json:"first"`
	Last  int `json:"last"`
}
