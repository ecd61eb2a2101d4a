package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const everything = "package p\n\ndeny contains m if m := sprintf(\"%v\", [input])\n\ndeny contains m if some m in {\"it is the-secret-text\", {\"the-secret-text\": [\"xthe-secret-textx\", 1]}}\n"

func TestFlaggedTextsAreMasked(t *testing.T) {
	const change = `{"address": "a.b", "change": {"before": {"x": "%[1]s"}, "before_sensitive": {"x": true}, "after": {"y": ["harmless", "%[1]s"]}, "after_sensitive": {"y": [false, true]}}}`
	for name, plan := range map[string]string{
		"a change":              `{"resource_changes": [` + change + `]}`,
		"drift":                 `{"resource_drift": [` + change + `]}`,
		"a deferred change":     `{"deferred_changes": [{"resource_change": ` + change + `}]}`,
		"a whole value":         `{"resource_changes": [{"change": {"after": {"x": {"y": ["%s"]}}, "after_sensitive": true}}]}`,
		"flags without members": `{"resource_changes": [{"change": {"after": {"x": ["%s"]}, "after_sensitive": {"x": {"y": true}}}}]}`,
		"an output":             `{"output_changes": {"o": {"after": "%s", "after_sensitive": true}}}`,
		"an action":             `{"action_invocations": [{"config_values": {"x": "%s"}, "config_sensitive": {"x": true}}]}`,
		"planned values":        `{"planned_values": {"root_module": {"child_modules": [{"resources": [{"values": {"x": "%s"}, "sensitive_values": {"x": true}}]}]}}}`,
		"a planned output":      `{"planned_values": {"outputs": {"o": {"value": "%s", "sensitive": true}}}}`,
		"the prior state":       `{"prior_state": {"values": {"root_module": {"resources": [{"values": {"x": "%s"}, "sensitive_values": {"x": true}}]}}}}`,
		"a variable":            `{"variables": {"v": {"value": "%s"}}, "configuration": {"root_module": {"variables": {"v": {"sensitive": true}}}}}`,
		"a default":             `{"configuration": {"root_module": {"module_calls": {"m": {"module": {"variables": {"v": {"sensitive": true, "default": "%s"}}}}}}}}`,
		"an argument":           `{"configuration": {"root_module": {"module_calls": {"m": {"expressions": {"v": {"constant_value": "%s"}}, "module": {"variables": {"v": {"sensitive": true}}}}}}}}`,
		"combined plans":        `[{"path": "x", "contents": {"resource_changes": [` + change + `]}}]`,
	} {
		t.Run(name, func(t *testing.T) {
			plan = fmt.Sprintf(plan, "the-secret-text")
			verdict := verdictOf(t, loaded(t, plan), evaluation("data.p.deny", everything))

			text := fmt.Sprintf("%s", verdict.Output)
			if verdict.Count != 3 || strings.Contains(text, "secret") || !strings.Contains(text, `"it is (sensitive value)"`) {
				t.Errorf("%s", text)
			}
			if !strings.Contains(text, `{"(sensitive value)":["x(sensitive value)x",1]}`) {
				t.Errorf("%s", text)
			}
		})
	}
}

func TestMaskedTextsInAnyForm(t *testing.T) {
	const plan = `{"resource_changes": [{"address": "aws_db.production", "change": {"after": {"key": "line one\n<\"two\"> ü", "env": "production", "short": "abcdefg", "none": null, "n": 123456789}, "after_sensitive": {"key": true, "env": true, "short": true, "none": true, "n": true}}}]}`
	const source = `package p

deny contains {"text": c.key, "json": json.marshal(c), "rego": sprintf("%v", [c])} if {
	some r in input.resource_changes
	c := r.change.after
	print("key", c.key)
	x := c.key
}

deny contains {"resource": r.address, "message": sprintf("%s in %s", [r.address, r.change.after.env])} if some r in input.resource_changes

clash := input.resource_changes[0].change.after.key

clash := "another"
`
	served := loaded(t, plan)
	request := evaluation("data.p.deny", source)
	request.Explain = true

	verdict := verdictOf(t, served, request)
	clashed := verdictOf(t, served, evaluation("data.p.clash", source))

	text := fmt.Sprintf("%s", verdict.Output)
	if strings.Contains(text, "line one") || strings.Count(text, sensitiveMask) != 6 || !strings.Contains(text, "abcdefg") {
		t.Errorf("%s", text)
	}
	if !strings.Contains(text, `{"message":"aws_db.production in (sensitive value)","resource":"aws_db.production"}`) {
		t.Errorf("%s", text)
	}
	if shown := fmt.Sprint(verdict.Prints, verdict.Traces, clashed.Problems); strings.Contains(shown, "line one") || !strings.Contains(shown, "key (sensitive value)") {
		t.Errorf("%s", shown)
	}
	if clashed.Status != statusErrored {
		t.Errorf("%+v", clashed)
	}
}

func TestPoliciesSeeUnmaskedValues(t *testing.T) {
	const plan = `{"resource_changes": [{"address": "a.b", "change": {"after": {"x": "the-secret-text"}, "after_sensitive": {"x": true}}}]}`
	const source = "package p\n\ndeny contains \"found\" if input.resource_changes[0].change.after.x == \"the-secret-text\"\n"

	verdict := verdictOf(t, loaded(t, plan), evaluation("data.p.deny", source))

	if verdict.Status != statusFailed || string(verdict.Output[0]) != `"found"` {
		t.Errorf("%+v", verdict)
	}
}

func TestMaskingDoesNotTakeLongForManyShortSecrets(t *testing.T) {
	numbers := []string{}
	for number := range 13_000 {
		numbers = append(numbers, fmt.Sprint(number))
	}
	hidden := secretsOf(nil).with(map[string]Parameter{"n": {Text: "[" + strings.Join(numbers, ",") + "]", IsSensitive: true}})
	start := time.Now()

	masked := hidden.mask(strings.Repeat("q ", 50_000) + "12345 x12345")

	if !strings.HasSuffix(masked, "q (sensitive value) x12345") {
		t.Error(masked[len(masked)-100:])
	}
	if took := time.Since(start); took > time.Second {
		t.Error(took)
	}
}
