package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const limited = `package p

# METADATA
# custom:
#   parameters:
#     limit: number
#     account: {type: string}
deny contains sprintf("%v of %v in %v", [input.plan.format_version, input.parameters.limit, input.parameters.account]) if input.plan.format_version > input.parameters.limit
`

func withText(request Request, texts map[string]string) Request {
	request.Parameters = map[string]Parameter{}
	for key, text := range texts {
		request.Parameters[key] = Parameter{Text: text}
	}
	return request
}

func TestParametersHaveTheDeclaredTypes(t *testing.T) {
	served := loaded(t, `{"format_version": 5}`)
	request := evaluation("data.p.deny", limited).inForm(formPlan)

	verdict := verdictOf(t, served, withText(request, map[string]string{"limit": "2", "account": "0123"}))
	wrong := verdictOf(t, served, withText(request, map[string]string{"limit": "two", "account": "0123"}))

	if verdict.Status != statusFailed || fmt.Sprintf("%s", verdict.Output) != `["5 of 2 in 0123"]` {
		t.Errorf("%+v", verdict)
	}
	if wrong.Status != statusErrored || wrong.Problems[0].Message != "the parameter limit must be of type number" {
		t.Errorf("%+v", wrong)
	}
}

func TestParametersWithoutADeclaredTypeAreJSONIfTheTextIs(t *testing.T) {
	const shown = "package p\n\nallowed := [json.marshal(input.parameters)]\n"
	for form, document := range map[string]string{formPlan: `{}`, formRaw: `{}`, "tfplan": `{}`} {
		request := evaluation("data.p.allowed", shown).inForm(form)
		request = withText(request, map[string]string{"a": "0123", "b": "12.50", "c": `["x"]`, "d": "text", "e": "true", "f": ""})
		request.Parameters["g"] = Parameter{Value: json.RawMessage(`"7"`)}

		verdict := verdictOf(t, loaded(t, document), request)

		if text := fmt.Sprintf("%s", verdict.Output); !strings.Contains(text, `{\"a\":\"0123\",\"b\":12.50,\"c\":[\"x\"],\"d\":\"text\",\"e\":true,\"f\":\"\",\"g\":\"7\"}`) {
			t.Errorf("%s: %s %+v", form, text, verdict.Problems)
		}
	}
}

func TestOnlyTheWholeInputHasNoParametersIfNoneAreSet(t *testing.T) {
	const shown = "package p\n\nallowed := [object.get(input, \"parameters\", \"none\")]\n"
	for form, wanted := range map[string]string{formPlan: "[{}]", formRaw: `["none"]`, "tfplan": "[{}]"} {
		verdict := verdictOf(t, loaded(t, `{}`), evaluation("data.p.allowed", shown).inForm(form))

		if text := fmt.Sprintf("%s", verdict.Output); text != wanted {
			t.Errorf("%s: %s", form, text)
		}
	}
}

func TestADocumentKeepsItsOwnParameters(t *testing.T) {
	const source = "package p\n\ndeny contains input.parameters.x\n"
	served := loaded(t, `{"parameters": {"x": "own"}}`)

	own := verdictOf(t, served, evaluation("data.p.deny", source))
	conflict := verdictOf(t, served, withText(evaluation("data.p.deny", source), map[string]string{"x": "set"}))

	if text := fmt.Sprintf("%s", own.Output); text != `["own"]` {
		t.Errorf("%s %+v", text, own.Problems)
	}
	if conflict.Status != statusErrored || conflict.Problems[0].Code != "wrong_parameter" {
		t.Errorf("%+v", conflict)
	}
}

func TestAnInputThatIsNotAnObjectGetsNoParameters(t *testing.T) {
	request := evaluation("data.p.deny", "package p\n\ndeny contains 1 if input[0].x\n")

	verdict := verdictOf(t, loaded(t, `[{"x": 1}]`), withText(request, map[string]string{"x": "set"}))

	if verdict.Status != statusErrored || verdict.Problems[0].Message != "the input is not an object, so no parameters can be added to it" {
		t.Errorf("%+v", verdict)
	}
}

func TestANeededParameterMustBeSet(t *testing.T) {
	for body, isNeeded := range map[string]bool{
		"deny contains 1 if input.parameters.x":                                          true,
		"deny contains 1 if input.parameters[\"x\"] == 2":                                true,
		"p := input.parameters.x\n\ndeny contains p":                                     true,
		"deny contains m if some m in [1 | input.parameters.x]":                          true,
		"deny contains 1 if not input.parameters.x":                                      false,
		"default p := 3\n\np := input.parameters.x\n\ndeny contains p":                   false,
		"deny contains object.get(input.parameters, \"x\", 1)":                           false,
		"deny contains object.get(input, [\"parameters\", \"x\"], 1)":                    false,
		"deny contains 1 if { some key in {\"x\"}; input.parameters[key] }":              false,
		"unused := input.parameters.x\n\ndeny contains 1":                                false,
		"p := input.parameters.x\n\np := 1 if not input.parameters.x\n\ndeny contains p": false,
	} {
		request := evaluation("data.p.deny", "package p\n\n"+body).inForm(formPlan)

		verdict := verdictOf(t, loaded(t, `{}`), request)
		set := verdictOf(t, loaded(t, `{}`), withText(request, map[string]string{"x": "2"}))

		if isErrored := verdict.Status == statusErrored; isErrored != isNeeded {
			t.Errorf("%s: %+v", body, verdict)
		}
		if isNeeded && verdict.Problems[0].Message != "the policy needs the parameter x, which is not set" {
			t.Errorf("%s: %+v", body, verdict.Problems)
		}
		if set.Status == statusErrored {
			t.Errorf("%s: %+v", body, set)
		}
	}
}

func TestAPolicyThatReadsAParameterWithAProblemErrs(t *testing.T) {
	const sentence = "The tags a=b and c=d set different values of the parameter x."
	for body, isErrored := range map[string]bool{
		"deny contains 1 if input.parameters.x":                                 true,
		"deny contains 1 if not input.parameters.x":                             true,
		"deny contains object.get(input.parameters, \"x\", 1)":                  true,
		"deny contains 1 if { some key in {\"x\"}; not input.parameters[key] }": true,
		"deny contains 1 if json.marshal(input) == \"\"":                        true,
		"deny contains 1 if input.parameters.y == 3":                            false,
		"unused := input.parameters.x\n\ndeny contains 1 if input.plan.x":       false,
	} {
		request := evaluation("data.p.deny", "package p\n\n"+body).inForm(formPlan)
		request.Parameters = map[string]Parameter{"x": {Problem: sentence}, "y": {Text: "2"}}

		verdict := verdictOf(t, loaded(t, `{}`), request)

		if (verdict.Status == statusErrored) != isErrored {
			t.Errorf("%s: %+v", body, verdict)
		}
		if problem := verdict.Problems; isErrored && (len(problem) != 1 || problem[0].Code != codeWrongParameter || problem[0].Message != sentence) {
			t.Errorf("%s: %+v", body, problem)
		}
	}
	request := evaluation("[1 | input.parameters.x]", "package p").inForm(formPlan)
	request.Parameters = map[string]Parameter{"x": {Problem: sentence}}
	if verdict := verdictOf(t, loaded(t, `{}`), request); verdict.Status != statusErrored || verdict.Problems[0].Message != sentence {
		t.Errorf("%+v", verdict)
	}
}

func TestACheckListsParameters(t *testing.T) {
	request := evaluation("data.p.deny", limited+"\ndeny contains 1 if not input.parameters.optional\n").inForm(formPlan)
	request.Op = "check"
	served := &Engine{}

	answer := answerOf[CheckAnswer](t, served, withCode(t, served, request))
	request.Modules = map[string]string{"p.rego": strings.ReplaceAll(limited, "limit: number", "limit: int") + "\ndeny contains input.parameters\n"}
	wrong := answerOf[CheckAnswer](t, served, withCode(t, served, request))

	wanted := `[{"key":"account","type":"string","is-read":true,"is-needed":true},{"key":"limit","type":"number","is-read":true,"is-needed":true},{"key":"optional","is-read":true}]`
	if text := string(encoded(answer.Parameters)); text != wanted || len(answer.Problems) > 0 {
		t.Errorf("%s %+v", text, answer.Problems)
	}
	if len(wrong.Problems) != 1 || wrong.Problems[0].Code != "wrong_annotation" || wrong.Problems[0].Row == 0 {
		t.Errorf("%+v", wrong.Problems)
	}
	if last := wrong.Parameters[len(wrong.Parameters)-1]; last != (ParameterUse{IsRead: true}) {
		t.Errorf("%+v", wrong.Parameters)
	}
}

func TestSensitiveParametersAreMasked(t *testing.T) {
	const source = "package p\n\ndeny contains v if some v in input.parameters\n\ndeny contains sprintf(\"1234 x1234 %v-%v %v, %v\", [input.parameters.n, input.parameters.word, input.parameters.long, input.parameters.list])\n\ndeny contains m if some m in [1 | print(input.parameters.word)]\n"
	request := evaluation("data.p.deny", source).inForm(formPlan)
	request.Parameters = map[string]Parameter{
		"n":    {Text: "1234", IsSensitive: true},
		"word": {Text: "value", IsSensitive: true},
		"long": {Text: "a-long-secret", IsSensitive: true},
		"list": {Text: `["another-secret", 5]`, IsSensitive: true},
		"open": {Text: "not-a-secret"},
	}

	verdict := verdictOf(t, loaded(t, `{}`), request)

	text := fmt.Sprintf("%s %s", verdict.Output, verdict.Prints)
	for _, secret := range []string{`"value"`, " 1234", "-value", "long-secret", "another-secret", " 5", ",5"} {
		if strings.Contains(text, secret) {
			t.Errorf("%s in %s", secret, text)
		}
	}
	if !strings.Contains(text, "not-a-secret") || !strings.Contains(text, "(sensitive value) x1234 (sensitive value)-(sensitive value) (sensitive value)") {
		t.Error(text)
	}
}

func TestTestsSeeParameters(t *testing.T) {
	source := limited + `
test_given if {
	count(deny) == 1 with input as {"plan": {"format_version": 3}}
	input.parameters.limit == 2
}

test_own if count(deny) == 0 with input as {"plan": {"format_version": 3}, "parameters": {"limit": 9, "account": "x"}}

test_path if count(deny) == 0 with input.plan.format_version as 3 with input.parameters.limit as 9
`
	request := Request{Op: "test", Modules: map[string]string{"p.rego": source}}
	request.Parameters = map[string]Parameter{"limit": {Value: json.RawMessage("2")}, "account": {Value: json.RawMessage(`"a"`)}}

	answer := answerOf[TestAnswer](t, &Engine{}, request)

	if len(answer.Problems) > 0 || len(answer.Tests) != 3 {
		t.Fatalf("%+v", answer)
	}
	for _, each := range answer.Tests {
		if each.Status != statusPassed {
			t.Errorf("%+v", each)
		}
	}
}
