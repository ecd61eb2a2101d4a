package engine

import (
	"fmt"
	"strings"
	"testing"
)

// unknownPlan is a plan as Terraform writes it. The acl, the rules and the tags of the first bucket and the size of the
// disk are unknown, and so is the whole policy of the second bucket.
const unknownPlan = `{
  "format_version": "1.2",
  "resource_changes": [
    {"address": "aws_s3_bucket.a", "type": "aws_s3_bucket", "name": "a", "change": {"actions": ["create"], "before": null,
      "after": {"bucket": "a", "force_destroy": true, "rule": [null, "fixed"], "block": [{"port": 80}], "note": "plain"},
      "after_unknown": {"acl": true, "arn": true, "rule": [true, false], "tags": true, "block": [{"cidr": true}], "kms": true}}},
    {"address": "aws_s3_bucket.b", "type": "aws_s3_bucket", "name": "b", "change": {"actions": ["update"],
      "before": {"bucket": "b", "acl": "private", "tags": {"Owner": "x"}},
      "after": {"bucket": "b", "acl": "private", "tags": {"Owner": "x"}}, "after_unknown": {}}},
    {"address": "module.disks[\"x\"].aws_ebs_volume.c", "type": "aws_ebs_volume", "name": "c", "change": {"actions": ["update"],
      "before": {"size": 5, "encrypted": true, "zones": ["a"]}, "after": {"label": "c"}, "after_unknown": {"size": true, "encrypted": true, "zones": true}}}
  ],
  "output_changes": {"url": {"actions": ["create"], "before": null, "after_unknown": true}},
  "planned_values": {"outputs": {"url": {"sensitive": false}}, "root_module": {
    "resources": [{"address": "aws_s3_bucket.a", "type": "aws_s3_bucket", "values": {"bucket": "a", "force_destroy": true}}],
    "child_modules": [{"address": "module.disks[\"x\"]", "resources": [{"address": "module.disks[\"x\"].aws_ebs_volume.c", "type": "aws_ebs_volume", "values": {"label": "c"}}]}]}},
  "configuration": {"root_module": {
    "outputs": {"url": {"expression": {"references": ["aws_lb.l.dns_name", "aws_lb.l"]}}},
    "resources": [{"address": "aws_s3_bucket.a", "type": "aws_s3_bucket", "expressions": {"bucket": {"constant_value": "a"},
      "acl": {"references": ["random_id.r.hex", "random_id.r"]}, "block": [{"cidr": {"references": ["aws_vpc.v.cidr"]}}]}}],
    "module_calls": {"disks": {"module": {"resources": [{"address": "aws_ebs_volume.c", "expressions": {"size": {"references": ["var.size"]}}}]}}}}}
}`

func examined(t *testing.T, plan, source string, change ...func(*Request)) (EvaluateAnswer, ExamineAnswer) {
	t.Helper()
	served := loaded(t, plan)
	request := evaluation("data.p.deny", "package p\n\n"+source).inForm(formPlan)
	request.Unknown = true
	for _, each := range change {
		each(&request)
	}
	request = withCode(t, served, request)
	verdict := answerOf[EvaluateAnswer](t, served, request)
	if verdict.Status == statusErrored {
		t.Fatalf("%s: %+v", source, verdict.Problems)
	}
	result := verdict.Result + verdict.MaskedResult
	if result == "" {
		return verdict, ExamineAnswer{IsComplete: true}
	}
	request.Op, request.Result = "examine", result
	text := served.Answer(frame(t, request, ""))
	if strings.Contains(string(text), "\ue0f5") {
		t.Errorf("a mark left the engine: %s", text)
	}
	answer := answerOf[ExamineAnswer](t, served, request)
	if answer.DependsOn == nil {
		t.Errorf("%s: depends-on is null", source)
	}
	return verdict, answer
}

func named(answer ExamineAnswer) string {
	names := []string{}
	for _, each := range answer.DependsOn {
		names = append(names, each.How+" "+each.Address+" "+each.Attribute)
	}
	return strings.Join(names, ", ")
}

const changes = "some r in input.plan.resource_changes\n"

func TestPoliciesThatDependOnUnknownValuesAreFound(t *testing.T) {
	rule := func(body string) string { return "deny contains r.address if {\n" + changes + body + "\n}\n" }
	of := func(kind, body string) string { return rule("r.type == \"" + kind + "\"\n" + body) }
	for name, each := range map[string]struct{ source, wanted string }{
		"equality":         {of("aws_s3_bucket", `r.change.after.acl == "public-read"`), "looks-at aws_s3_bucket.a acl"},
		"inequality":       {of("aws_s3_bucket", `r.change.after.acl != "private"`), "decides aws_s3_bucket.a acl"},
		"not":              {of("aws_s3_bucket", `not r.change.after.acl`), "decides aws_s3_bucket.a acl"},
		"membership":       {of("aws_s3_bucket", `r.change.after.acl in {"public-read", "x"}`), "looks-at aws_s3_bucket.a acl"},
		"direct reference": {"deny contains \"public\" if input.plan.resource_changes[0].change.after.acl == \"public-read\"", "looks-at aws_s3_bucket.a acl"},
		"free index":       {"deny contains \"public\" if input.plan.resource_changes[_].change.after.acl == \"public-read\"", "looks-at aws_s3_bucket.a acl"},
		"count":            {of("aws_s3_bucket", `count(r.change.after.tags) == 0`), "looks-at aws_s3_bucket.a tags"},
		"lookup":           {of("aws_s3_bucket", `r.change.after.tags.Owner == "y"`), "looks-at aws_s3_bucket.a tags"},
		"helper rule":      {"acls[r.address] := r.change.after.acl if " + strings.TrimSpace(changes) + "\n\ndeny contains address if acls[address] == \"public-read\"", "looks-at aws_s3_bucket.a acl"},
		"indexed function": {"is_public(acl) if acl == \"public-read\"\n\n" + of("aws_s3_bucket", `is_public(r.change.after.acl)`), "looks-at aws_s3_bucket.a acl"},
		"changed text":     {of("aws_s3_bucket", `upper(r.change.after.acl) == "PUBLIC"`), "looks-at aws_s3_bucket.a acl"},
		"function value":   {"acl_of(r) := lower(r.change.after.acl)\n\n" + of("aws_s3_bucket", `acl_of(r) == "public"`), "looks-at aws_s3_bucket.a acl"},
		"data":             {of("aws_s3_bucket", `r.change.after.acl in data.lists.acls`), "looks-at aws_s3_bucket.a acl"},
		"regex":            {of("aws_s3_bucket", `regex.match("^public", r.change.after.acl)`), "looks-at aws_s3_bucket.a acl"},
		"number":           {of("aws_ebs_volume", `r.change.after.size > 100`), `decides module.disks["x"].aws_ebs_volume.c size`},
		"small number":     {of("aws_ebs_volume", `r.change.after.size < 100`), `decides module.disks["x"].aws_ebs_volume.c size`},
		"boolean":          {of("aws_ebs_volume", `r.change.after.encrypted == false`), `decides module.disks["x"].aws_ebs_volume.c encrypted`},
		"absent boolean":   {of("aws_ebs_volume", `not r.change.after.encrypted`), `decides module.disks["x"].aws_ebs_volume.c encrypted`},
		"list":             {of("aws_ebs_volume", `"b" in r.change.after.zones`), `looks-at module.disks["x"].aws_ebs_volume.c zones`},
		"element of list":  {of("aws_s3_bucket", `some each in r.change.after.rule; each == "open"`), "looks-at aws_s3_bucket.a rule[0]"},
		"nested block":     {of("aws_s3_bucket", `r.change.after.block[_].cidr == "0.0.0.0/0"`), "looks-at aws_s3_bucket.a block[0].cidr"},
		"two conditions":   {of("aws_s3_bucket", `r.change.after.force_destroy`+"\n"+`r.change.after.acl == "public-read"`), "looks-at aws_s3_bucket.a acl"},
		"message":          {"deny contains sprintf(\"%s has acl %s\", [r.address, r.change.after.acl]) if {\n" + changes + "r.change.after.force_destroy\n}", "decides aws_s3_bucket.a acl"},
		"planned values":   {"deny contains r.address if {\nsome r in input.plan.planned_values.root_module.resources\nr.values.acl == \"public-read\"\n}", "looks-at aws_s3_bucket.a acl"},
		"absent value":     {of("aws_s3_bucket", `not has_key(r)`) + "\nhas_key(r) if r.change.after.kms", "decides aws_s3_bucket.a kms"},
		"every":            {of("aws_s3_bucket", `every each in r.change.after.rule { startswith(each, "f") }`), "looks-at aws_s3_bucket.a rule[0]"},
		"output":           {"deny contains \"url\" if startswith(input.plan.output_changes.url.after, \"http:\")", "looks-at output.url "},
		"walk":             {"deny contains \"found\" if {\nwalk(input.plan.resource_changes, [path, value])\npath[count(path) - 1] == \"acl\"\nis_string(value)\nvalue != \"private\"\n}", "decides aws_s3_bucket.a acl"},
		"guard":            {of("aws_s3_bucket", `not r.change.after_unknown.acl`+"\n"+`r.change.after.acl != "private"`), ""},
		"guard by get":     {of("aws_s3_bucket", `object.get(r.change.after_unknown, "acl", false) == false`+"\n"+`r.change.after.acl != "private"`), ""},
		"walk to a list":   {"deny contains \"found\" if {\nwalk(input.plan.resource_changes, [path, value])\npath[count(path) - 2] == \"zones\"\npath[count(path) - 3] == \"after\"\n}", `decides module.disks["x"].aws_ebs_volume.c zones`},
		"known walk":       {"deny contains \"found\" if {\nwalk(input.plan, [_, value])\nvalue.bucket == \"c\"\n}", ""},
		"other type":       {of("aws_instance", `r.change.after.acl == "public-read"`), ""},
		"clean":            {of("aws_s3_bucket", `r.change.after.bucket == "c"`), ""},
		"common name":      {of("aws_instance", `r.change.after.arn == "x"`), ""},
		"arithmetic":       {of("aws_ebs_volume", `r.change.after.size * 7 == 35`), `looks-at module.disks["x"].aws_ebs_volume.c size`},
		"set of resources": {"buckets contains r if {\n" + changes + "r.type == \"aws_s3_bucket\"\n}\n\ndeny contains \"public\" if buckets[_].change.after.acl == \"public-read\"", "looks-at aws_s3_bucket.a acl"},
		"object of rules":  {"by_address[r.address] := r.change if {\n" + changes + "r.type == \"aws_s3_bucket\"\n}\n\ndeny contains \"public\" if by_address[\"aws_s3_bucket.a\"].after.acl == \"public-read\"", "looks-at aws_s3_bucket.a acl"},
		"other object":     {"by_address[r.address] := r.change if {\n" + changes + "r.type == \"aws_s3_bucket\"\n}\n\ndeny contains \"public\" if by_address[\"aws_s3_bucket.b\"].after.acl == \"public-read\"", ""},
		"get by path":      {of("aws_s3_bucket", `object.get(r, ["change", "after", "acl"], "private") == "public-read"`), "looks-at aws_s3_bucket.a acl"},
		"get without":      {of("aws_s3_bucket", `object.get(r.change.after, "acl", "public-read") == "public-read"`), "decides aws_s3_bucket.a acl"},
		"get of another":   {of("aws_s3_bucket", `object.get(r.change.after, "bucket", "") == "c"`+"\nr.change.after.acl"), ""},
		"one of two":       {of("aws_s3_bucket", `r.change.after.acl != "private"`+"\n"+`r.change.after.tags.Owner == "y"`), "looks-at aws_s3_bucket.a tags"},
		"hidden":           {of("aws_s3_bucket", `r.change.after.acl == "public"`+"\n"+`r.change.after.kms == "x"`) + "\n" + of("aws_s3_bucket", `not r.change.after.acl`+"\n"+`r.change.after.kms == "x"`), "looks-at aws_s3_bucket.a acl, looks-at aws_s3_bucket.a kms"},
		"either":           {of("aws_s3_bucket", `has_one(r.change.after)`) + "\nhas_one(after) if after.acl\n\nhas_one(after) if after.kms", "decides aws_s3_bucket.a acl, decides aws_s3_bucket.a kms"},
		"document":         {of("aws_s3_bucket", `some each in json.unmarshal(r.change.after.kms).Statement; each.Effect == "Allow"`), "looks-at aws_s3_bucket.a kms"},
		"named by data":    {of("aws_s3_bucket", `some key, value in data.lists.values; r.change.after[key] == value`), "looks-at aws_s3_bucket.a acl"},
		"walk to a number": {"deny contains \"found\" if {\nwalk(input.plan.resource_changes, [path, value])\npath[count(path) - 1] == \"size\"\nis_number(value)\nvalue > 100\n}", `decides module.disks["x"].aws_ebs_volume.c size`},
		"walk to a flag":   {"deny contains \"found\" if {\nwalk(input.plan.resource_changes, [path, value])\npath[count(path) - 1] == \"encrypted\"\npath[count(path) - 2] == \"after\"\nvalue == false\n}", `decides module.disks["x"].aws_ebs_volume.c encrypted`},
		"walk elsewhere":   {of("aws_s3_bucket", `r.change.after.acl == "public-read"`+"\nwalk(input.plan.configuration, [_, true])"), "looks-at aws_s3_bucket.a acl"},
		"old syntax":       {"deny[r.address] {\n  r := input.plan.resource_changes[_]\n  acl = r.change.after.acl\n  acl == \"public-read\"\n}", "looks-at aws_s3_bucket.a acl"},
		"ignored":          {"# METADATA\n# custom:\n#   unknown: {acl: ignore}\n" + of("aws_s3_bucket", `r.change.after.acl == "public-read"`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, answer := examined(t, unknownPlan, each.source, func(request *Request) {
				request.Data = []Document{{File: "data.json", Text: `{"lists": {"acls": ["public-read"], "values": {"acl": "public-read"}}}`}}
			})

			if got := named(answer); got != each.wanted || !answer.IsComplete {
				t.Errorf("%s: %s %+v", each.source, got, answer)
			}
		})
	}
}

func TestUnknownAttributesAreFoundInEveryForm(t *testing.T) {
	const rule = "deny contains r.address if {\nsome r in %s.resource_changes\nr.change.after.acl == \"public-read\"\n}"
	for name, each := range map[string]struct{ form, plan, source string }{
		"raw":    {formRaw, unknownPlan, fmt.Sprintf(rule, "input")},
		"tfplan": {"tfplan", unknownPlan, fmt.Sprintf(rule, "input.tfplan")},
		"list":   {formRaw, `[{"path": "a", "contents": ` + unknownPlan + `}, {"path": "b", "contents": {}}]`, fmt.Sprintf(rule, "input[_].contents")},
	} {
		_, answer := examined(t, each.plan, each.source, func(request *Request) { request.Form = each.form })

		if got := named(answer); got != "looks-at aws_s3_bucket.a acl" || !answer.DependsOn[0].IsWritten {
			t.Errorf("%s: %s %+v", name, got, answer)
		}
	}
}

func TestOnlyTheResourcesThatMatterAreNamed(t *testing.T) {
	resources := []string{}
	for at := range 4 {
		resources = append(resources, fmt.Sprintf(`{"address": "a_b.c%d", "type": "a_b", "change": {"after": {"name": "n%d"}, "after_unknown": {"acl": true}}}`, at, at))
	}
	plan := `{"resource_changes": [` + strings.Join(resources, ", ") + `]}`
	const selected = "deny contains r.address if {\n" + changes + "r.change.after.name in {\"n1\", \"n2\"}\n%s\n}"

	_, decides := examined(t, plan, fmt.Sprintf(selected, `not r.change.after.acl`))
	_, looksAt := examined(t, plan, fmt.Sprintf(selected, `r.change.after.acl == "x"`))

	if got := named(decides); got != "decides a_b.c1 acl, decides a_b.c2 acl" {
		t.Error(got)
	}
	if got := named(looksAt); got != "looks-at a_b.c1 acl, looks-at a_b.c2 acl" {
		t.Error(got)
	}
}

func TestUnknownAttributesHaveTheirOrigin(t *testing.T) {
	_, answer := examined(t, unknownPlan, "deny contains r.address if {\n"+changes+"r.change.after.acl == \"x\"\n}\n\ndeny contains r.address if {\n"+changes+"r.change.after.size > 100\n}\n\ndeny contains r.address if {\n"+changes+"r.change.after.kms == \"x\"\n}\n\ndeny contains \"x\" if input.plan.output_changes.url.after == \"x\"")

	got := fmt.Sprintf("%+v", answer.DependsOn)
	wanted := `[{Address:module.disks["x"].aws_ebs_volume.c Attribute:size How:decides IsWritten:true From:var.size} {Address:aws_s3_bucket.a Attribute:acl How:looks-at IsWritten:true From:random_id.r.hex} {Address:output.url Attribute: How:looks-at IsWritten:true From:aws_lb.l.dns_name} {Address:aws_s3_bucket.a Attribute:kms How:looks-at IsWritten:false From:}]`
	if got != wanted {
		t.Error(got)
	}
}

func TestAPlanWithoutUnknownValuesIsNotExamined(t *testing.T) {
	verdict, _ := examined(t, strings.ReplaceAll(unknownPlan, "true", "false"), "deny contains r.address if {\n"+changes+"r.change.after.acl == \"x\"\n}")

	if verdict.Result != "" {
		t.Errorf("%+v", verdict)
	}
}

func TestPlansThatTerraformDoesNotWriteAreExamined(t *testing.T) {
	resource := func(name, after, flags string) string {
		return fmt.Sprintf(`{"address": "a_b.%s", "type": "a_b", "change": {"after": %s, "after_unknown": %s}}`, name, after, flags)
	}
	fakes := ""
	for number := range 3 {
		fakes += markText(number + 1)
	}
	deep := "true"
	for range maxUnknownDepth {
		deep = `{"d": ` + deep + `}`
	}
	for name, each := range map[string]struct{ after, flags, wanted string }{
		"texts that look like marks": {`{"known": "` + fakes + `"}`, `{"acl": true}`, "looks-at a_b.c acl"},
		"more flags than elements":   {`{"acl": []}`, `{"acl": [false, false, true]}`, "looks-at a_b.c acl[2]"},
		"an array for an object":     {`{"acl": {"x": 1}}`, `{"acl": [true]}`, "looks-at a_b.c acl[0]"},
		"an object for an array":     {`{"acl": [1]}`, `{"acl": {"x": true}}`, "looks-at a_b.c acl.x"},
		"a text for a resource":      {`"text"`, `{"acl": true}`, "looks-at a_b.c acl"},
		"deep flags":                 {`{}`, `{"acl": ` + deep + `}`, "looks-at a_b.c acl" + strings.Repeat(".d", maxUnknownDepth-1)},
		"no change":                  {`{}`, `null`, ""},
	} {
		plan := `{"resource_changes": [3, null, {"change": []}, ` + resource("c", each.after, each.flags) + `], "output_changes": [], "planned_values": {"root_module": {"child_modules": [3]}}}`
		source := "deny contains 1 if {\n" + changes + "not startswith(r.change.after.known, \"x\")\nr.change.after.known == \"y\"\n}\n\ndeny contains 1 if {\n" + changes + "some value in [r.change.after.acl, r.change.after.acl[_], r.change.after.acl.x, json.marshal(r.change.after.acl)]\nvalue == 7\n}"
		source += "\n\ndeny contains 1 if {\n" + changes + "some value in [r.change.after.acl" + strings.Repeat(".d", maxUnknownDepth-1) + "]\nvalue == 7\n}"
		for _, part := range []string{"[_]", ".x", "[2]"} {
			source += "\n\ndeny contains 1 if {\n" + changes + "r.change.after.acl" + part + " == 7\n}"
		}

		_, answer := examined(t, plan, source)

		if got := named(answer); got != each.wanted || !answer.IsComplete {
			t.Errorf("%s: %s %+v", name, got, answer)
		}
	}
}

func TestDeeplyNestedModulesAreNotExaminedCompletely(t *testing.T) {
	const resource = `{"address": "a_b.c", "type": "a_b", "values": {}}`
	module := `{"resources": [` + resource + `]}`
	for range maxUnknownDepth {
		module = `{"child_modules": [` + module + `]}`
	}
	plan := `{"resource_changes": [{"address": "a_b.c", "type": "a_b", "change": {"after": {}, "after_unknown": {"acl": true}}}], "planned_values": {"root_module": ` + module + `}}`
	source := "deny contains 1 if {\nwalk(input.plan.planned_values, [_, value])\nvalue.acl == \"x\"\n}"

	_, answer := examined(t, plan, source)

	if answer.IsComplete {
		t.Errorf("%+v", answer)
	}
}

func TestManyUnknownAttributesAreBounded(t *testing.T) {
	flags, resources := []string{}, []string{}
	for at := range maxUnknownAttributes + 1 {
		flags = append(flags, fmt.Sprintf(`"x%d": true`, at))
	}
	for at := range maxPlaces + 1 {
		resources = append(resources, fmt.Sprintf(`{"address": "a_b.c%d", "type": "a_b", "change": {"after": {}, "after_unknown": {"acl": true}}}`, at))
	}
	for name, plan := range map[string]string{
		"attributes": `{"resource_changes": [{"address": "a_b.c", "type": "a_b", "change": {"after": {}, "after_unknown": {` + strings.Join(flags, ", ") + `}}}]}`,
		"places":     `{"resource_changes": [` + strings.Join(resources, ", ") + `]}`,
	} {
		_, answer := examined(t, plan, "deny contains r.address if {\n"+changes+"r.change.after.acl == \"x\"\n}")

		if answer.IsComplete || answer.Count > 0 {
			t.Errorf("%s: %+v", name, answer)
		}
	}
}

func TestWrittenAttributesComeFirst(t *testing.T) {
	resources := []string{}
	for at := range maxDepended + 1 {
		resources = append(resources, fmt.Sprintf(`{"address": "a_b.c[%d]", "type": "a_b", "change": {"after": {}, "after_unknown": {"acl": true}}}`, at))
	}
	resources = append(resources, `{"address": "module.m[\"x.y\"].a_b.d", "type": "a_b", "change": {"after": {}, "after_unknown": {"acl": true}}}`)
	plan := `{"resource_changes": [` + strings.Join(resources, ", ") + `], "configuration": {"root_module": {"module_calls": {"m": {"module": {"resources": [{"address": "a_b.d", "expressions": {"acl": {"references": ["var.acl"]}}}]}}}}}}`

	_, answer := examined(t, plan, "deny contains r.address if {\n"+changes+"r.change.after.acl == \"x\"\n}")

	if answer.Count != maxDepended+2 || len(answer.DependsOn) != maxDepended || answer.DependsOn[0].From != "var.acl" {
		t.Errorf("%+v", answer)
	}
}

func TestBoundsOfAnExaminationAreReported(t *testing.T) {
	attributes := []string{}
	for at := range maxMarks + 1 {
		attributes = append(attributes, fmt.Sprintf(`"x%d": true`, at))
	}
	plan := `{"resource_changes": [{"address": "a.b", "type": "a", "change": {"after": {}, "after_unknown": {` + strings.Join(attributes, ", ") + `}}}]}`
	names := strings.ReplaceAll(strings.ReplaceAll(strings.Join(attributes, ", "), ": true", ""), ", ", "\", \"")
	source := "deny contains 1 if {\n" + changes + "some name in [" + strings.ReplaceAll(names, `""`, `"`) + "]\nr.change.after[name] == 7\n}"

	_, answer := examined(t, plan, source)
	limit := 3
	_, few := examined(t, plan, source, func(request *Request) { request.Attributes = &limit })

	if answer.IsComplete || answer.Examined != maxMarks || answer.Count != maxMarks {
		t.Errorf("%+v", answer)
	}
	if few.IsComplete || few.Examined != limit {
		t.Errorf("%+v", few)
	}
}
