// Package engine answers requests to check, format, test and evaluate policies with the Open Policy Agent.
package engine

import (
	"encoding/json"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Request is the header of a request. The payload follows it in the same frame.
type Request struct {
	Op string `json:"op"`
	// Modules contains the sources of the policies by file name, and Data the data documents. Own lists the modules
	// that each belong to a single policy. All other modules belong to every policy.
	Modules map[string]string `json:"modules"`
	Data    []Document        `json:"data"`
	Own     []string          `json:"own"`
	// Code is the digest of modules and data documents that "load-code" stores. "compile", "check" and "evaluate" refer
	// to it.
	Code string `json:"code"`
	// PolicyQuery is the policy to check or evaluate.
	PolicyQuery
	// Input is the name under which "load-input" stores an input, and to which "evaluate" refers. Drop names inputs
	// that "load-input" removes first.
	Input string   `json:"input"`
	Drop  []string `json:"drop"`
	// Parts describes the parts of the payload of "load-input".
	Parts []Part `json:"parts"`
	// TimeoutMs is the time limit of an evaluation or a test in milliseconds; 0 means no limit.
	TimeoutMs int `json:"timeout-ms"`
	// Coverage requests the lines that the tests reached.
	Coverage bool `json:"coverage"`
	// Filter is a regular expression that selects tests by their full names.
	Filter string `json:"filter"`
	// Warnings requests warnings about members of the input that no plan has.
	Warnings bool `json:"warnings"`
	// TimeNs (in nanoseconds since the epoch) and Seed are the time and the random seed that an evaluation sees. By
	// default, an evaluation sees the current time and has a random seed.
	TimeNs int64  `json:"time-ns"`
	Seed   string `json:"seed"`
	// Rules requests the rules that matched.
	Rules bool `json:"rules"`
	// Entries requests the rules that a query can evaluate to get a verdict.
	Entries bool `json:"entries"`
	// Explain requests a trace of each rule.
	Explain bool `json:"explain"`
	// Parameters contains the values of input.parameters by key, for evaluations and tests.
	Parameters map[string]Parameter `json:"parameters"`
	// Unknown requests the result of a policy if the result may depend on values known only after apply. An examination
	// of these values has that result as Result. Attributes is the maximum number of attributes to examine.
	Unknown bool `json:"unknown"`
	// Masked requests the result of a policy if the result may depend on masks of a recorded input.
	Masked     bool   `json:"masked"`
	Result     string `json:"result"`
	Attributes *int   `json:"attributes"`
	// KeepsResult announces that "find-old" or "identify" follows if the policy fails, so that its result is kept.
	KeepsResult bool `json:"keeps-result"`
	// TrueLines requests the source lines of rules that were true.
	TrueLines bool `json:"true-lines"`
	// DigestKey is the key of the digests that "digest-plan" computes.
	DigestKey []byte `json:"digest-key"`
}

// PolicyQuery is a policy: its query, and its own file among the modules. If File is empty, the policy consists of all
// modules.
type PolicyQuery struct {
	Query string `json:"query"`
	File  string `json:"file"`
	// Form is the form of the input. In the form "plan" (the default), the input is an object with the plan and the
	// run. In the form "raw", it is the plan alone. Any other form is the key under which the object contains the plan.
	Form string `json:"form"`
}

// Document is a data document. At is the path below data at which the contents of the file are placed. A file named
// ".manifest" declares which data its folder may contain.
type Document struct {
	File string   `json:"file"`
	At   []string `json:"at"`
	Text string   `json:"text"`
}

// Part is a JSON document in the payload: the plan or the run.
type Part struct {
	Key  string `json:"key"`
	Size int    `json:"size"`
}

// Severities of problems.
const (
	severityError   = "error"
	severityWarning = "warning"
)

// Problem is an error or a warning about a policy, a query or an input, with its location.
type Problem struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Row      int    `json:"row,omitempty"`
	Column   int    `json:"column,omitempty"`
	// Text is the line of the source at which the problem was found.
	Text string `json:"text,omitempty"`
	Hint string `json:"hint,omitempty"`
	// Reference is the undefined reference, if the problem is about one.
	Reference string `json:"reference,omitempty"`
}

// Failure is the answer to a request that the engine cannot serve.
type Failure struct {
	Failure string `json:"failure"`
}

// VersionAnswer contains the version of the engine.
type VersionAnswer struct {
	OPA string `json:"opa"`
	Go  string `json:"go"`
}

// CodeAnswer lists the digests of code that the engine removed to make room for the loaded code.
type CodeAnswer struct {
	Evicted []string `json:"evicted"`
}

// CheckAnswer describes a policy. The policy compiles if no problem is an error.
type CheckAnswer struct {
	// Engine is the version of the Open Policy Agent.
	Engine string `json:"engine"`
	// RegoVersion is "v1", or "v0" if a module uses the syntax before Rego v1.
	RegoVersion string    `json:"rego-version,omitempty"`
	Problems    []Problem `json:"problems"`
	Packages    []string  `json:"packages"`
	Rules       []string  `json:"rules"`
	// Entries is present if requested, sorted by rule name.
	Entries []Entry `json:"entries,omitempty"`
	// Parameters contains the parameters that the policy reads or declares, sorted by key. If the policy uses the
	// parameters as a whole, the last one has an empty key.
	Parameters []ParameterUse `json:"parameters,omitempty"`
	// NeverOld contains the members of the plan or of the run that the policy reads and that make every finding of the
	// policy new. If the policy calls walk on the plan as a whole, NeverOld has a single empty element.
	NeverOld []string `json:"never-old,omitempty"`
}

// Entry is a rule whose name states whether a plan is accepted, such as data.main.deny.
type Entry struct {
	// Package is the path of the package below data. Name is the first part of the rule's name, such as deny for
	// data.main.deny.public.
	Package string `json:"package"`
	Name    string `json:"name"`
	Rule    string `json:"rule"`
	// Kind is the type of the rule's value, such as "a boolean", if the value itself is not a verdict.
	Kind string `json:"kind,omitempty"`
	// Query is a query that gives a verdict without changes to the code. It is empty if no such query is known.
	Query string `json:"query,omitempty"`
	// IsUsed reports whether other rules refer to the rule.
	IsUsed bool `json:"is-used,omitempty"`
}

// FormatAnswer contains the formatted source of each module that can be parsed.
type FormatAnswer struct {
	Files    map[string]string `json:"files"`
	Problems []Problem         `json:"problems"`
}

// DataAnswer contains the merged data documents of a request as JSON.
type DataAnswer struct {
	Text     string    `json:"text"`
	Problems []Problem `json:"problems"`
}

// InputAnswer describes the loaded input.
type InputAnswer struct {
	Problems []Problem `json:"problems"`
	// FormatVersion is the format version of the plan. ResourceChanges is the number of resource changes in the plan.
	// ResourceChanges is nil if the document is not a plan.
	FormatVersion   string `json:"format-version,omitempty"`
	ResourceChanges *int   `json:"resource-changes,omitempty"`
	// Errored reports whether planning ended with an error. Deferred reports whether changes are deferred to a later
	// plan.
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
	// Output contains the first members of the result. Count is the number of all members.
	Output   []json.RawMessage `json:"output"`
	Count    int               `json:"count"`
	Problems []Problem         `json:"problems"`
	Prints   []string          `json:"prints"`
	// RegoVersion is the Rego version of the policy.
	RegoVersion string `json:"rego-version,omitempty"`
	DurationMs  int64  `json:"duration-ms"`
	// Rules is sorted by file and row. It is present if requested.
	Rules []RuleMatch `json:"rules,omitempty"`
	// Traces is sorted by file and row. It is present if an explanation is requested.
	Traces []RuleTrace `json:"traces,omitempty"`
	// TrueLines contains ranges of lines by the policy's files. It is present if requested.
	TrueLines map[string][]Lines `json:"true-lines,omitempty"`
	// Result identifies the result of a policy that may depend on values known only after apply. It is present if
	// Unknown requests it. MaskedResult identifies the result of a policy that may depend on masks. It is present if
	// Masked requests it.
	Result       string `json:"result,omitempty"`
	MaskedResult string `json:"masked-result,omitempty"`
	// Metadata contains the annotations of the rules that the query names. It is absent if there are none.
	Metadata *Metadata `json:"metadata,omitempty"`
}

// RuleMatch reports whether the body of a rule was true at least once.
type RuleMatch struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Row     int    `json:"row"`
	Matched bool   `json:"matched"`
}

// RuleTrace describes how a rule was evaluated.
type RuleTrace struct {
	Name string `json:"name"`
	File string `json:"file"`
	Row  int    `json:"row"`
	// Count is the number of times that the rule was true. Values contains the values of its variables at the first of
	// these times.
	Count  int            `json:"count"`
	Values [][]NamedValue `json:"values"`
	// Stops contains the expressions that prevented the rule from being true.
	Stops []TraceStop `json:"stops"`
}

// TraceStop is an expression that was not true, with the number of times that it was not and the values of its
// variables at the first of these times.
type TraceStop struct {
	Row        int          `json:"row"`
	Expression string       `json:"expression"`
	Count      int          `json:"count"`
	Values     []NamedValue `json:"values"`
}

// TestAnswer contains the result of each test.
type TestAnswer struct {
	Tests    []Test    `json:"tests"`
	Problems []Problem `json:"problems"`
	Coverage *Coverage `json:"coverage,omitempty"`
}

// Test is the result of one test.
type Test struct {
	Name       string   `json:"name"`
	File       string   `json:"file"`
	Row        int      `json:"row"`
	Status     string   `json:"status"`
	Message    string   `json:"message,omitempty"`
	Prints     []string `json:"prints"`
	DurationMs int64    `json:"duration-ms"`
	// Failure is the expression that was not true. It is absent if no expression of the test itself failed.
	Failure *TestFailure `json:"failure,omitempty"`
}

// TestFailure is the expression of a test that was not true.
type TestFailure struct {
	File       string `json:"file"`
	Row        int    `json:"row"`
	Expression string `json:"expression"`
	// Values contains the known values of the expression's parts, in source order.
	Values []NamedValue `json:"values"`
}

// NamedValue is the value of an expression in Rego syntax. Name is the source text of the expression.
type NamedValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	place *ast.Location
}

// Coverage describes which lines of the policy its tests reached. Percent is between 0 and 100.
type Coverage struct {
	Percent float64            `json:"percent"`
	Files   map[string][]Lines `json:"files"`
}

// Lines is a range of source lines, including the first and the last line.
type Lines struct {
	First int `json:"first"`
	Last  int `json:"last"`
}
