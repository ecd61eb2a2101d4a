package engine

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// frame encodes a request as the engine receives it.
func frame(t *testing.T, request Request, payload string) []byte {
	t.Helper()
	header, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(header)))
	return append(append(length, header...), payload...)
}

// answerOf sends a request and decodes its answer.
func answerOf[Answer any](t *testing.T, served *Engine, request Request, payload ...string) Answer {
	t.Helper()
	var answer Answer
	text := served.Answer(frame(t, request, strings.Join(payload, "")))
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return answer
}

// loaded returns an engine with an input.
func loaded(t *testing.T, document string) *Engine {
	t.Helper()
	served := &Engine{}
	request := Request{Op: "load-input", Input: "a", Parts: []Part{{Key: planKey, Size: len(document)}}}
	if answer := answerOf[InputAnswer](t, served, request, document); len(answer.Problems) > 0 {
		t.Fatal(answer.Problems)
	}
	return served
}

// evaluation returns a request that evaluates a policy with the loaded document as its input.
func evaluation(query, source string) Request {
	policy := PolicyQuery{Query: query, Form: formRaw}
	return Request{Op: "evaluate", Input: "a", PolicyQuery: policy, Modules: map[string]string{"p.rego": source}, TimeoutMs: 300}
}

func (r Request) inForm(form string) Request {
	r.Form = form
	return r
}

// withCode loads the code of a request unless the engine already has it. It returns the request with the digest in
// place of the code.
func withCode(t *testing.T, served *Engine, request Request) Request {
	t.Helper()
	code := Request{Op: "load-code", Code: fmt.Sprint(request.Modules, request.Data, request.Own), Modules: request.Modules, Data: request.Data, Own: request.Own}
	if served.codes.find(code.Code) == nil {
		answerOf[CodeAnswer](t, served, code)
	}
	request.Code, request.Modules, request.Data, request.Own = code.Code, nil, nil, nil
	return request
}

func verdictOf(t *testing.T, served *Engine, request Request) EvaluateAnswer {
	t.Helper()
	return answerOf[EvaluateAnswer](t, served, withCode(t, served, request))
}

func checkOf(t *testing.T, request Request) CheckAnswer {
	t.Helper()
	served := &Engine{}
	return answerOf[CheckAnswer](t, served, withCode(t, served, request))
}

func TestVersion(t *testing.T) {
	answer := answerOf[VersionAnswer](t, &Engine{}, Request{Op: "version"})

	if answer.OPA != "1.22.4" || !strings.HasPrefix(answer.Go, "go1.") {
		t.Error(answer)
	}
}

func TestVerdicts(t *testing.T) {
	const header = "package p\n\n"
	cases := []struct {
		rule, status, code string
	}{
		{`deny contains "x" if input.x == 2`, statusPassed, ""},
		{`deny contains "x" if input.x == 1`, statusFailed, ""},
		{`deny := []`, statusPassed, ""},
		{`deny := ["b", "a"]`, statusFailed, ""},
		{`deny := {"a": 1}`, statusErrored, "wrong_result"},
		{`deny := {}`, statusErrored, "wrong_result"},
		{`deny := true`, statusErrored, "wrong_result"},
		{`deny := null`, statusErrored, "wrong_result"},
		{`deny := "a"`, statusErrored, "wrong_result"},
		{`deny := 1`, statusErrored, "wrong_result"},
		{`deny if input.x == 2`, statusErrored, "wrong_result"},
		{`deny := [x | x := 1] if input.x == 2`, statusErrored, "undefined_result"},
		{`deny := input.x`, statusErrored, "wrong_result"},
		{`allow := []`, statusErrored, "no_such_rule"},
		{"deny := [1] if input.x\n\ndeny := [2] if input.x", statusErrored, "eval_conflict_error"},
		{`deny contains x if { x := numbers.range(1, 1e12)[_]; x < 0 }`, statusErrored, "timeout"},
		{`deny contains r if { r := http.send({}) }`, statusErrored, "rego_type_error"},
		{`deny contains r if { r := json.match_schema({}, {"$ref": "http://127.0.0.1:1/a.json"}) }`, statusErrored, "eval_builtin_error"},
		{`deny contains r if { r := json.match_schema({}, {"$ref": "file:///none.json"}) }`, statusErrored, "eval_builtin_error"},
		{`deny contains r if { [r, _] = json.match_schema({}, {"$ref": "#/definitions/a", "definitions": {"a": {}}}) }`, statusFailed, ""},
	}
	served := loaded(t, `{"x": 1}`)
	for _, each := range cases {
		t.Run(each.rule, func(t *testing.T) {
			answer := verdictOf(t, served, evaluation("data.p.deny", header+each.rule))

			if answer.Status != each.status {
				t.Fatalf("%+v", answer)
			}
			if each.code != "" && answer.Problems[0].Code != each.code {
				t.Fatalf("%+v", answer.Problems)
			}
		})
	}
}

func TestQueriesWithoutAVerdict(t *testing.T) {
	const source = "package p\n\ndeny contains \"x\" if input.x\n\nnested := {\"list\": []}\n"
	cases := []struct{ query, status, code string }{
		{"data.p.nested.list", statusPassed, ""},
		{"", statusErrored, "no_query"},
		{"data.p", statusErrored, "query_names_package"},
		{"data.p.deni", statusErrored, "no_such_rule"},
		{"deny", statusErrored, "rego_unsafe_var_error"},
		{"1 ==", statusErrored, "rego_parse_error"},
		{"data.p.deny; data.p.nested", statusErrored, "query_error"},
		{"data.p.deny[_]", statusErrored, "wrong_result"},
	}
	served := loaded(t, `{"x": 1}`)
	for _, each := range cases {
		t.Run(each.query, func(t *testing.T) {
			answer := verdictOf(t, served, evaluation(each.query, source))

			if answer.Status != each.status || each.code != "" && answer.Problems[0].Code != each.code {
				t.Fatalf("%+v", answer)
			}
		})
	}
}

func TestMembersOfTheResultAreTheOutput(t *testing.T) {
	const source = "package p\n\ndeny contains x if some x in input.list\n"

	few := verdictOf(t, loaded(t, `{"list": ["<b>", {"msg": "a", "n": 1.50}]}`), evaluation("data.p.deny", source))
	many := loaded(t, "{\"list\": ["+strings.TrimSuffix(strings.Repeat("0,", 3000), ",")+"]}")
	cut := verdictOf(t, many, evaluation("data.p.list", "package p\n\nlist := input.list\n"))

	if got := fmt.Sprintf("%s", few.Output); got != `["<b>" {"msg":"a","n":1.50}]` || few.Count != 2 {
		t.Error(got)
	}
	if len(cut.Output) != maxOutputMembers || cut.Count != 3000 || len(cut.Problems) != 0 {
		t.Error(len(cut.Output), cut.Count, cut.Problems)
	}
}

func TestAnOutputThatIsTooLongIsLeftOutWithAReason(t *testing.T) {
	served := loaded(t, `["a", "`+strings.Repeat("b", maxOutputBytes)+`", "c"]`)

	cut := verdictOf(t, served, evaluation("data.p.list", "package p\n\nlist := input\n"))

	if cut.Status != statusFailed || len(cut.Output) != 1 || cut.Count != 3 {
		t.Error(cut.Status, len(cut.Output), cut.Count)
	}
	if len(cut.Problems) != 1 || cut.Problems[0].Code != "output_too_long" || cut.Problems[0].Severity != severityWarning {
		t.Errorf("%+v", cut.Problems)
	}
}

func TestPrintsAreKeptWithinLimits(t *testing.T) {
	served := loaded(t, `{}`)
	lines := evaluation("data.p.deny", "package p\n\ndeny contains 1 if {\n\tsome i in numbers.range(1, 1000)\n\tprint(\"saw\", i)\n\tfalse\n}\n")
	long := evaluation("data.p.deny", "package p\n\ndeny contains 1 if {\n\tprint(concat(\"\", [\"x\" | some i in numbers.range(1, 100000)]))\n\tfalse\n}\n")
	lines.TimeoutMs, long.TimeoutMs = 0, 0

	many := verdictOf(t, served, lines)
	one := verdictOf(t, served, long)

	if len(many.Prints) != maxPrintLines || many.Prints[0] != "p.rego:5: saw 1" {
		t.Error(len(many.Prints), many.Prints[0])
	}
	if len(one.Prints) != 1 || len(one.Prints[0]) > maxPrintBytes {
		t.Error(len(one.Prints))
	}
}

func TestRequestsThatCannotBeServed(t *testing.T) {
	served := &Engine{}
	header := frame(t, Request{Op: "nothing"}, "")
	for name, request := range map[string][]byte{
		"no length":            {1},
		"a header cut short":   header[:len(header)-3],
		"no JSON":              append(binary.LittleEndian.AppendUint32(nil, 1), '{'),
		"an unknown operation": header,
	} {
		t.Run(name, func(t *testing.T) {
			var answer Failure
			if err := json.Unmarshal(served.Answer(request), &answer); err != nil || answer.Failure == "" {
				t.Error(answer, err)
			}
		})
	}
	missing := verdictOf(t, served, evaluation("data.p.deny", "package p"))
	if missing.Problems[0].Code != "not_loaded" {
		t.Error(missing)
	}
}

func TestCodeIsKeptWithinALimit(t *testing.T) {
	served := &Engine{}
	evicted := []string{}
	for _, digest := range []string{"a", "b", "c", "a", "d"} {
		request := Request{Op: "load-code", Code: digest, Modules: map[string]string{"p.rego": "package p\n\n#" + strings.Repeat("x", maxCodeBytes/3)}}
		evicted = append(evicted, answerOf[CodeAnswer](t, served, request).Evicted...)
	}

	if got := fmt.Sprint(evicted); got != "[a b c]" {
		t.Error(got)
	}
	if served.codes.find("a") == nil || served.codes.find("b") != nil || served.codes.find("d") == nil {
		t.Error("other code is there")
	}
}
