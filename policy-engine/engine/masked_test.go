package engine

import (
	"fmt"
	"strings"
	"testing"
)

// maskedPlan is a recorded plan. The password and the link of the database are masked, and so are a variable, an output,
// a constant that is a list, and an argument of a module.
const maskedPlan = `{
  "format_version": "1.2",
  "variables": {"token": {"value": "(sensitive value)"}, "region": {"value": "eu-1"}, "on": {"value": "(sensitive value)"}},
  "resource_changes": [
    {"address": "aws_db_instance.a", "type": "aws_db_instance", "name": "a", "change": {"actions": ["update"],
      "before": {"name": "a", "password": "(sensitive value)", "size": 5, "secrets": "(sensitive value)"},
      "after": {"name": "a", "password": "(sensitive value)", "size": 5, "secrets": "(sensitive value)", "keys": ["(sensitive value)", "x"],
        "link": "db://app:(sensitive value)@db"}}},
    {"address": "aws_db_instance.b", "type": "aws_db_instance", "name": "b", "change": {"actions": ["create"],
      "before": null, "after": {"name": "b", "password": "plain", "size": 50}}}
  ],
  "output_changes": {"url": {"actions": ["create"], "before": null, "after": "(sensitive value)"}},
  "planned_values": {"root_module": {"resources": [{"address": "aws_db_instance.a", "values": {"password": "(sensitive value)"}}]}},
  "configuration": {"root_module": {
    "resources": [{"address": "aws_db_instance.a", "type": "aws_db_instance", "expressions": {"zones": {"constant_value": ["(sensitive value)", "(sensitive value)"]}}}],
    "module_calls": {"shop": {"expressions": {"public": {"constant_value": "(sensitive value)"}}, "module": {}}}}}
}`

func maskedAnswer(t *testing.T, source string, change ...func(*Request)) ExamineAnswer {
	t.Helper()
	all := append([]func(*Request){func(request *Request) { request.Unknown, request.Masked = false, true }}, change...)
	_, answer := examined(t, maskedPlan, source, all...)
	return answer
}

func TestPoliciesThatDependOnMasksAreFound(t *testing.T) {
	rule := func(body string) string { return "deny contains r.address if {\n" + changes + body + "\n}\n" }
	const password, secrets = "looks-at aws_db_instance.a after.password", "looks-at aws_db_instance.a after.secrets"
	const argument = "looks-at configuration.root_module.module_calls.shop.expressions.public.constant_value "
	walk := func(body string) string {
		return "deny contains \"found\" if {\nwalk(input.plan, [path, value])\n" + body + "\n}"
	}
	for name, each := range map[string]struct{ source, wanted string }{
		"equality":           {rule(`r.change.after.password == "admin"`), password},
		"inequality":         {rule(`r.change.after.password != "admin"`), password},
		"not equal":          {rule(`not r.change.after.password == "admin"`), password},
		"membership":         {rule(`r.change.after.password in {"admin", "root"}`), password},
		"negated membership": {rule(`not r.change.after.password in ["admin"]`), password},
		"key of a set":       {"bad := {\"admin\"}\n\n" + rule(`bad[r.change.after.password]`), password},
		"key of data":        {rule(`data.lists.bad[r.change.after.password]`), password},
		"length":             {rule(`count(r.change.after.password) < 8`), password},
		"length in variable": {rule("length := count(r.change.after.password)\nlength < 8"), password},
		"prefix":             {rule(`startswith(r.change.after.password, "ad")`), password},
		"kept result":        {rule("is_weak := startswith(r.change.after.password, \"ad\")\nis_weak"), password},
		"regex":              {rule(`regex.match("^[a-z]+$", r.change.after.password)`), password},
		"lower":              {rule(`lower(r.change.after.password) == "admin"`), password},
		"hash":               {rule(`crypto.sha256(r.change.after.password) == "x"`), password},
		"number":             {rule(`r.change.after.password > 5`), password},
		"type":               {rule(`is_string(r.change.after.password)`), password},
		"helper":             {"is_weak(text) if text == \"admin\"\n\n" + rule(`is_weak(r.change.after.password)`), password},
		"helper by head":     {"is_weak(\"admin\")\n\n" + rule(`is_weak(r.change.after.password)`), password},
		"free index":         {"deny contains i if input.plan.resource_changes[i].change.after.password == \"plain\"", password},
		"helper rule":        {"passwords[r.address] := r.change.after.password if " + strings.TrimSpace(changes) + "\n\ndeny contains address if passwords[address] == \"plain\"", password},
		"document":           {rule(`json.unmarshal(r.change.after.secrets).user == "root"`), secrets},
		"lookup":             {rule(`r.change.after.secrets.user == "root"`), secrets},
		"lookup by get":      {rule(`object.get(r, ["change", "after", "secrets", "user"], "root") == "root"`), secrets},
		"get":                {rule(`object.get(r.change.after, "password", "") == "admin"`), password},
		"iteration":          {rule(`some each in r.change.after.secrets`), secrets},
		"every":              {rule(`every each in r.change.after.secrets { each != "x" }`), secrets},
		"other member":       {rule(`some key, value in r.change.after` + "\n" + `key == "password"` + "\n" + `startswith(value, "ad")`), password},
		"element":            {rule(`"y" in r.change.after.keys`), "looks-at aws_db_instance.a after.keys[0]"},
		"part of a text":     {rule(`endswith(r.change.after.link, "@db")`), "looks-at aws_db_instance.a after.link"},
		"text that can fit":  {rule(`r.change.after.link == "db://app:x@db"`), "looks-at aws_db_instance.a after.link"},
		"change of a secret": {rule("r.change.before.name\nr.change.before.password != r.change.after.password"), "looks-at aws_db_instance.a after.password, looks-at aws_db_instance.a before.password"},
		"variable":           {"deny contains 1 if input.plan.variables.token.value == \"x\"", "looks-at variables.token.value "},
		"condition":          {"deny contains 1 if input.plan.variables.on.value", "looks-at variables.on.value "},
		"output":             {"deny contains 1 if startswith(input.plan.output_changes.url.after, \"http:\")", "looks-at output_changes.url.after "},
		"planned values":     {"deny contains 1 if input.plan.planned_values.root_module.resources[_].values.password == \"x\"", "looks-at aws_db_instance.a values.password"},
		"configuration":      {"deny contains 1 if input.plan.configuration.root_module.module_calls.shop.expressions.public.constant_value == true", argument},
		"constant condition": {"deny contains 1 if not input.plan.configuration.root_module.module_calls.shop.expressions.public.constant_value", argument},
		"element of constant": {"deny contains 1 if \"eu-1a\" in input.plan.configuration.root_module.resources[_].expressions.zones.constant_value",
			"looks-at aws_db_instance.a expressions.zones.constant_value[0], looks-at aws_db_instance.a expressions.zones.constant_value[1]"},
		"walk past masks":    {walk("is_object(value)\nvalue.type == \"aws_vpc\""), ""},
		"walk to a path":     {walk("path[count(path) - 1] == \"size\"\nvalue > 100"), ""},
		"message":            {"deny contains sprintf(\"%s has %s\", [r.address, r.change.after.password]) if {\n" + changes + "r.change.after.size > 1\n}", ""},
		"message in lower":   {"deny contains concat(\" \", [r.address, lower(r.change.after.password)]) if {\n" + changes + "r.change.after.size > 1\n}", ""},
		"existence":          {rule(`not r.change.after.password`), ""},
		"not null":           {rule(`r.change.after.password != null`), ""},
		"null":               {rule(`is_null(r.change.after.password)`), ""},
		"text that cannot":   {rule(`r.change.after.link == "http://"`), ""},
		"other values":       {rule(`r.change.after.size > 9`), ""},
		"other member only":  {"deny contains 1 if input.plan.variables.region.value == \"x\"", ""},
		"length of a list":   {"deny contains 1 if count(input.plan.configuration.root_module.resources[_].expressions.zones.constant_value) < 2", ""},
		"different resource": {rule("r.change.before.name != r.change.after.name\nr.change.before != r.change.after"), ""},
		"no comparison":      {rule("r.change.before != r.change.after"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			answer := maskedAnswer(t, each.source, func(request *Request) {
				request.Data = []Document{{File: "data.json", Text: `{"lists": {"bad": {"admin": true}}}`}}
			})

			if got := named(answer); got != each.wanted || !answer.IsComplete {
				t.Errorf("%s: %s %+v", each.source, got, answer)
			}
		})
	}
}

func TestThePossibleMasksAreNamedIfNoSingleOneDecides(t *testing.T) {
	walk := func(body string) string {
		return "deny contains \"found\" if {\nwalk(input.plan, [path, value])\n" + body + "\n}"
	}
	for name, source := range map[string]string{
		"number of messages": "deny contains m if {\nsome path in [\"password\", \"secrets\"]\nm := input.plan.resource_changes[0].change.after[path]\n}",
		"walk to a text":     walk(`regex.match("^AKIA", value)`),
		"walk to a number":   walk("path[count(path) - 1] == \"password\"\nis_number(value)"),
	} {
		answer := maskedAnswer(t, source)

		if got := named(answer); !strings.Contains(got, "aws_db_instance.a after.password") || !answer.IsComplete {
			t.Errorf("%s: %s %+v", name, got, answer)
		}
	}
}

func TestManyMasksAreBounded(t *testing.T) {
	texts := strings.Repeat(`"(sensitive value)", `, maxPlaces)
	plan := `{"resource_changes": [{"address": "a.b", "change": {"after": {"keys": [` + texts + `"(sensitive value)"]}}}]}`
	_, answer := examined(t, plan, "deny contains 1 if input.plan.resource_changes[_].change.after.name == \"x\"", func(request *Request) {
		request.Unknown, request.Masked = false, true
	})

	if answer.IsComplete || answer.Count > 0 {
		t.Errorf("%+v", answer)
	}
}

func TestMasksInTheRunAreFound(t *testing.T) {
	served := &Engine{}
	const plan, run = `{"resource_changes": []}`, `{"message": "Set (sensitive value)"}`
	answerOf[InputAnswer](t, served, Request{Op: "load-input", Input: "a", Parts: []Part{{Key: planKey, Size: len(plan)}, {Key: runKey, Size: len(run)}}}, plan+run)
	request := withCode(t, served, evaluation("data.p.deny", "package p\n\ndeny contains 1 if contains(input.run.message, \"skip\")").inForm(formPlan))
	request.Masked = true
	request.Result = answerOf[EvaluateAnswer](t, served, request).MaskedResult
	request.Op = "examine"

	if got := named(answerOf[ExamineAnswer](t, served, request)); got != "looks-at run.message " {
		t.Error(got)
	}
}

func TestMasksAreFoundInEveryForm(t *testing.T) {
	rule := func(of string) string {
		return fmt.Sprintf("deny contains r.address if {\nsome r in %s.resource_changes\nr.change.after.password == \"admin\"\n}", of)
	}
	for form, source := range map[string]string{formRaw: rule("input"), "tfplan": rule("input.tfplan")} {
		if got := named(maskedAnswer(t, source, func(request *Request) { request.Form = form })); got != "looks-at aws_db_instance.a after.password" {
			t.Errorf("%s: %s", form, got)
		}
	}
}

func TestAPolicyThatReadsNoMaskIsNotExamined(t *testing.T) {
	const drift = "deny contains 1 if input.plan.resource_drift[_].change.after.x == \"y\""
	request := evaluation("data.p.deny", "package p\n\n"+drift).inForm(formPlan)
	request.Masked = true
	served := loaded(t, maskedPlan)

	if verdict := verdictOf(t, served, request); verdict.MaskedResult != "" {
		t.Errorf("%+v", verdict)
	}
}

func TestPoliciesThatShareMarksAreExaminedIndependently(t *testing.T) {
	served := loaded(t, maskedPlan)
	const variable = "deny contains 1 if input.plan.variables.token.value == \"x\""
	password := "deny contains r.address if {\n" + changes + "r.change.after.password == \"admin\"\n}"
	walk := "deny contains \"found\" if {\nwalk(input.plan, [path, value])\npath[count(path) - 1] == \"size\"\nvalue > 100\n}"
	for _, each := range []struct{ source, wanted string }{
		{password, "looks-at aws_db_instance.a after.password"},
		{walk, ""},
		{variable, "looks-at variables.token.value "},
		{password, "looks-at aws_db_instance.a after.password"},
	} {
		request := withCode(t, served, evaluation("data.p.deny", "package p\n\n"+each.source).inForm(formPlan))
		request.Masked = true
		request.Result = answerOf[EvaluateAnswer](t, served, request).MaskedResult
		request.Op = "examine"

		if answer := answerOf[ExamineAnswer](t, served, request); named(answer) != each.wanted || !answer.IsComplete {
			t.Errorf("%s: %+v", each.source, answer)
		}
	}
}

func TestAnExaminationEndsWithTheMaximumNumberOfMasks(t *testing.T) {
	resources := []plannedResource{}
	for at := range 2 * maxDepended {
		resources = append(resources, created(fmt.Sprintf("b_c.a[%d]", at), fields{"password": sensitiveMask}))
	}
	_, answer := examined(t, planOf(nil, resources...), deny(`r.change.after.password == "admin"`), func(request *Request) {
		request.Unknown, request.Masked = false, true
	})

	if answer.Count != maxDepended || !answer.IsComplete || len(answer.Problems) > 0 {
		t.Errorf("%+v", answer)
	}
}

func TestAMaskedAttributeCountsAsChanged(t *testing.T) {
	masked := fields{"acl": "public-read", "password": sensitiveMask}
	nested := fields{"acl": "public-read", "links": []any{fields{"url": "db://" + sensitiveMask + "@db"}}}
	isPublic := deny(`r.change.after.acl == "public-read"`)
	hasPassword := deny(`r.change.after.acl == "public-read"` + "\nr.change.after.password")
	hasLink := deny(`r.change.after.acl == "public-read"` + "\nr.change.after.links[_].url")
	for name, each := range map[string]struct {
		resource       plannedResource
		source, wanted string
	}{
		"named":              {updated("b_c.a", masked, masked), hasPassword, "changed password"},
		"nested":             {updated("b_c.a", nested, nested), hasLink, "changed links"},
		"not named":          {updated("b_c.a", masked, masked), isPublic, "old"},
		"kept":               {kept("b_c.a", masked), hasPassword, "old"},
		"outside and named":  {kept("b_c.a", masked).drifted(masked), hasPassword, "changed password"},
		"outside, not named": {kept("b_c.a", masked).drifted(masked), isPublic, "old"},
	} {
		if got := agesOf(t, planOf(nil, each.resource), each.source); got != each.wanted {
			t.Errorf("%s: %s", name, got)
		}
	}
}
