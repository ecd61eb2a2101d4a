// Package engine answers requests to check, format, test and evaluate policies with the Open Policy Agent.
package engine

import "encoding/json"

// Request is the header of a request; the payload follows it in the same frame.
type Request struct {
	Op string `json:"op"`
	// Query and Modules, by their file names, are the policy.
	Query   string            `json:"query"`
	Modules map[string]string `json:"modules"`
	// Input names the input of an evaluation: "load-input" sets it, "evaluate" refers to it.
	Input string `json:"input"`
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
}

// Part is a JSON document in the payload. The input is an object with a member for each part, or the document itself
// where a part has no key.
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

// CheckAnswer says what a policy consists of; without errors among the problems it compiles.
type CheckAnswer struct {
	// Engine is the version of the Open Policy Agent.
	Engine string `json:"engine"`
	// RegoVersion is "v1", or "v0" where a module has the syntax of old versions.
	RegoVersion string    `json:"rego-version,omitempty"`
	Problems    []Problem `json:"problems"`
	Packages    []string  `json:"packages"`
	Rules       []string  `json:"rules"`
}

// FormatAnswer has the formatted source of each module that can be parsed.
type FormatAnswer struct {
	Files    map[string]string `json:"files"`
	Problems []Problem         `json:"problems"`
}

// InputAnswer says what the input is, as far as those need to know who loaded it.
type InputAnswer struct {
	Problems []Problem `json:"problems"`
	// FormatVersion is that of the plan, and ResourceChanges how many it lists; nil where it has no such list,
	// and is no plan without changes.
	FormatVersion   string `json:"format-version,omitempty"`
	ResourceChanges *int   `json:"resource-changes,omitempty"`
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
}

// RuleMatch says whether the body of a rule was true at least once.
type RuleMatch struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Row     int    `json:"row"`
	Matched bool   `json:"matched"`
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
}

// Coverage is how much of the policy its tests reached.
type Coverage struct {
	Percent float64            `json:"percent"`
	Files   map[string][]Lines `json:"files"`
}

// Lines is a range of lines that no test reached.
type Lines struct {
	First int `json:"first"`
	Last  int `json:"last"`
}
