package engine

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// documents contains edge cases of JSON. The fuzzer generates more of them.
var documents = []string{
	`{}`, `[]`, `""`, `0`, `-0`, `-1.5e+10`, `1e400`, `12345678901234567890.5`, `true`, `false`, `null`, ` [1 , 2]` + "\n",
	`{"a":{"b":[null,true,"c",{}]},"a":2}`, `"\u00e9\ud83d\ude00\n\"\\"`, `"é😀"`, "\"\xff\"", `"\ud800"`, `{"é":1}`,
	``, ` `, `{`, `[1,]`, `{"a"}`, `{"a":}`, `{1:2}`, `[1 2]`, `01`, `1.`, `-`, `+1`, `.5`, `1e`, `"a`, "\"\n\"", `"\x"`, `tru`,
	`nul`, `[]]`, `{}x`, `"a""b"`, `'a'`, "\ufeff{}", `[1,,2]`, `{"a":1,}`, `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12,"m":13,"a":14}`, `"\`, `"\u12"`, `1e99999999999`,
	`"a text of more than eight bytes"`, `["é and more than eight bytes", "12345678\n", "1234567\"8"]`, "\"1234567\x1f\"",
}

func sameAsOthersRead(t *testing.T, document string) {
	got, gotErr := valueOf([]byte(document))
	want, wantErr := ast.ValueFromReader(strings.NewReader(document))
	isTooDeep := gotErr != nil && strings.Contains(gotErr.Error(), "deeper")
	// The stream decoder of encoding/json accepts content after the first value, so it is checked separately.
	isSound := wantErr == nil && json.Valid([]byte(document))
	if !isTooDeep && (gotErr == nil) != isSound {
		t.Fatalf("%q: %v, but others: %v", document, gotErr, wantErr)
	}
	if gotErr == nil && (got.Compare(want) != 0 || got.Hash() != want.Hash()) {
		t.Fatalf("%q: %v, but others: %v", document, got, want)
	}
}

func TestDocumentsAreParsedLikeEncodingJSON(t *testing.T) {
	for _, document := range documents {
		sameAsOthersRead(t, document)
	}
}

func FuzzDocumentsAreReadAsOthersReadThem(f *testing.F) {
	for _, document := range documents {
		f.Add(document)
	}
	f.Fuzz(sameAsOthersRead)
}

func TestPlansWithoutResourcesLeaveOutTheList(t *testing.T) {
	cases := []struct {
		document string
		isPlan   bool
	}{
		{`{"format_version": "1.2", "planned_values": {"root_module": {}}, "output_changes": {"a": {}}}`, true},
		{`{"planned_values": {}}`, true},
		{`{"output_changes": {}}`, true},
		{`{"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {}}}`, false},
		{`{"planned_values": null, "output_changes": []}`, false},
		{`{"planned_values": {}, "resource_changes": null}`, false},
	}
	for _, each := range cases {
		parts := []Part{{Key: "plan", Size: len(each.document)}}
		answer := answerOf[InputAnswer](t, &Engine{}, Request{Op: "load-input", Input: "a", Parts: parts}, each.document)

		if isPlan := answer.ResourceChanges != nil; isPlan != each.isPlan || isPlan && *answer.ResourceChanges != 0 {
			t.Errorf("%s: %+v", each.document, answer)
		}
	}
}

func TestEachPolicySeesTheInputInItsOwnForm(t *testing.T) {
	const plan, run = `{"resource_changes": [1, 2]}`, `{"id": "r"}`
	served := &Engine{}
	parts := []Part{{Key: planKey, Size: len(plan)}, {Key: runKey, Size: len(run)}}
	answerOf[InputAnswer](t, served, Request{Op: "load-input", Input: "a", Parts: parts}, plan, run)
	for form, want := range map[string]string{
		"":          `[{"parameters":{},"plan":{"resource_changes":[1,2]},"run":{"id":"r"}}]`,
		"plan":      `[{"parameters":{},"plan":{"resource_changes":[1,2]},"run":{"id":"r"}}]`,
		"raw":       `[{"resource_changes":[1,2]}]`,
		"tfplan":    `[{"parameters":{},"run":{"id":"r"},"tfplan":{"resource_changes":[1,2]}}]`,
		"terraform": `[{"parameters":{},"run":{"id":"r"},"terraform":{"resource_changes":[1,2]}}]`,
	} {
		t.Run(form, func(t *testing.T) {
			verdict := verdictOf(t, served, evaluation("data.p.deny", "package p\n\ndeny contains input\n").inForm(form))

			if got, _ := json.Marshal(verdict.Output); string(got) != want {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestPlansAreDescribed(t *testing.T) {
	const plan, run = `{"format_version": "1.2", "resource_changes": [{}, {}]}`, `{"workspace": {"name": "w"}}`
	served := &Engine{}
	parts := []Part{{Key: "plan", Size: len(plan)}, {Key: "run", Size: len(run)}}

	answer := answerOf[InputAnswer](t, served, Request{Op: "load-input", Input: "a", Parts: parts}, plan, run)
	verdict := verdictOf(t, served, evaluation("data.p.deny", "package p\n\ndeny contains input.run.workspace.name if count(input.plan.resource_changes) == 2\n").inForm(formPlan))
	empty := answerOf[InputAnswer](t, served, Request{Op: "load-input", Input: "b", Drop: []string{"a"}, Parts: []Part{{Key: "plan", Size: 2}}}, "{}")
	stale := verdictOf(t, served, evaluation("data.p.deny", "package p\n\ndeny := []\n"))

	if answer.FormatVersion != "1.2" || *answer.ResourceChanges != 2 {
		t.Errorf("%+v", answer)
	}
	if verdict.Status != statusFailed || string(verdict.Output[0]) != `"w"` {
		t.Errorf("%+v", verdict)
	}
	if answer.Errored || answer.Deferred {
		t.Errorf("%+v", answer)
	}
	if empty.FormatVersion != "" || empty.ResourceChanges != nil {
		t.Errorf("%+v", empty)
	}
	if stale.Problems[0].Code != "not_loaded" {
		t.Errorf("%+v", stale)
	}
}

func TestInvalidJSONIsRefusedWithItsLocation(t *testing.T) {
	cases := []struct {
		document, message string
		row, column       int
	}{
		{"", "this is empty", 1, 1},
		{"{\n  \"é\": 1,\n}", "the name of a member was expected", 3, 1},
		{"{\n  \"é\": x\n}", "a value was expected", 2, 8},
		{"{}\n{}", "something after the end", 2, 1},
		{strings.Repeat("[", 100_000), "nested deeper than 1,000 levels", 1, 1002},
	}
	for _, each := range cases {
		request := Request{Op: "load-input", Input: "a", Parts: []Part{{Key: "plan", Size: len(each.document)}}}
		answer := answerOf[InputAnswer](t, &Engine{}, request, each.document)

		problem := answer.Problems[0]
		if problem.Row != each.row || problem.Column != each.column || !strings.Contains(problem.Message, each.message) {
			t.Errorf("%+v", problem)
		}
	}
	short := answerOf[InputAnswer](t, &Engine{}, Request{Op: "load-input", Parts: []Part{{Key: "plan", Size: 5}}}, "{}")
	if len(short.Problems) == 0 {
		t.Error("a payload that is too short was read")
	}
}

// largePlan returns a plan of half a megabyte.
func largePlan() string {
	var plan strings.Builder
	plan.WriteString(`{"format_version": "1.2", "resource_changes": [`)
	for at := range 4_000 {
		fmt.Fprintf(&plan, `{"address": "a%d", "change": {"after": {"name": "name-%d", "value": "value-%d", "on": true}}},`, at, at, at)
	}
	plan.WriteString(`{}]}`)
	return plan.String()
}

func TestOneLargeInputAfterAnotherTakesTheMemoryOfTwo(t *testing.T) {
	plan := largePlan()
	limit := int64(len(plan)) * memoryPerByte * 2
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit + heapSize("/memory/classes/heap/objects:bytes")))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	served := &Engine{}
	for range 5 {
		parts := []Part{{Key: planKey, Size: len(plan)}}
		answer := answerOf[InputAnswer](t, served, Request{Op: "load-input", Input: "a", Parts: parts}, plan)
		verdict := verdictOf(t, served, evaluation("data.p.deny", "package p\n\ndeny contains x if some x in input.resource_changes\n"))
		if *answer.ResourceChanges != 4_001 || verdict.Count != 4_001 {
			t.Fatalf("%+v %d", answer, verdict.Count)
		}
	}
	runtime.GC()
	runtime.GC()
	if live := heapSize("/gc/heap/live:bytes"); live > limit {
		t.Errorf("%d bytes are in use", live)
	}
}

func TestPlainTextEndsAtTheFirstSpecialByte(t *testing.T) {
	for _, special := range []string{`"`, `\\`, "\n", "\x00", "\x1f", "é", "\xff"} {
		for length := range 20 {
			for _, after := range []string{"", "plain", strings.Repeat(special, 9)} {
				text := strings.Repeat(" ~\x7f", 7)[:length] + special + after
				if got := plainLength([]byte(text)); got != length {
					t.Errorf("%q: %d", text, got)
				}
			}
		}
	}
}

func TestInputsAreKeptByTheirNamesUntilTheyAreDropped(t *testing.T) {
	served := &Engine{}
	load := func(name, document string, drop ...string) {
		request := Request{Op: "load-input", Input: name, Drop: drop, Parts: []Part{{Key: planKey, Size: len(document)}}}
		if answer := answerOf[InputAnswer](t, served, request, document); len(answer.Problems) > 0 {
			t.Fatal(answer.Problems)
		}
	}
	load("a", `{"x": "of a"}`)
	load("b", `{"x": "of b"}`)
	request := evaluation("data.p.deny", "package p\n\ndeny contains input.x\n")
	outputOf := func(name string) string {
		request.Input = name
		answer := verdictOf(t, served, request)
		if len(answer.Problems) > 0 {
			return answer.Problems[0].Code
		}
		return string(answer.Output[0])
	}

	one, other := outputOf("a"), outputOf("b")
	load("c", `{"x": "of c"}`, "a", "unknown")

	if one != `"of a"` || other != `"of b"` {
		t.Error(one, other)
	}
	if gone, kept, added := outputOf("a"), outputOf("b"), outputOf("c"); gone != "not_loaded" || kept != `"of b"` || added != `"of c"` {
		t.Error(gone, kept, added)
	}
}

func TestPlansReportWhetherTheyAreComplete(t *testing.T) {
	for _, each := range []struct {
		plan              string
		errored, deferred bool
	}{
		{`{"resource_changes":[]}`, false, false},
		{`{"errored":false,"complete":true}`, false, false},
		{`{"errored":true,"complete":false}`, true, true},
		{`{"complete":false}`, false, true},
		{`{"errored":"true","complete":null}`, false, false},
	} {
		parts := []Part{{Key: "plan", Size: len(each.plan)}}
		answer := answerOf[InputAnswer](t, &Engine{}, Request{Op: "load-input", Input: "a", Parts: parts}, each.plan)
		if answer.Errored != each.errored || answer.Deferred != each.deferred {
			t.Errorf("%s: %+v", each.plan, answer)
		}
	}
}
