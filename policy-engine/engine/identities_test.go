package engine

import (
	"strings"
	"testing"
)

// identitiesOf evaluates a policy with a plan and returns the digests of its findings, or the reasons why they have none.
func identitiesOf(t *testing.T, plan, source string, change ...func(*Request)) []string {
	t.Helper()
	served := loaded(t, plan)
	requestFor := func() Request {
		request := evaluation("data.p.deny", "package p\n\n"+source).inForm(formPlan)
		request.TimeoutMs, request.TimeNs, request.Seed = 0, 1, "seed"
		for _, each := range change {
			each(&request)
		}
		return request
	}
	request := withCode(t, served, requestFor())
	request.KeepsResult = true
	verdict := answerOf[EvaluateAnswer](t, served, request)
	if verdict.Status != statusFailed {
		t.Fatalf("%s: %+v", source, verdict)
	}
	// A search for old findings before the identification does not change the answer.
	request.Op = "find-old"
	answerOf[FindOldAnswer](t, served, request)
	request.Op = "identify"
	answer := answerOf[IdentifyAnswer](t, served, request)
	if len(answer.Findings) != len(verdict.Output) {
		t.Fatalf("%+v has other findings than %+v", answer, verdict)
	}
	// An engine that has not evaluated the policy gives the same answer.
	other := loaded(t, plan)
	again := withCode(t, other, requestFor())
	again.Op = "identify"
	if repeated := answerOf[IdentifyAnswer](t, other, again); string(encoded(repeated)) != string(encoded(answer)) {
		t.Errorf("%+v differs from %+v", repeated, answer)
	}
	found := []string{}
	for _, each := range answer.Findings {
		if (each.Digest == "") == (each.Reason == "") || each.Digest != "" && len(each.Digest) != 64 {
			t.Errorf("%+v", each)
		}
		found = append(found, each.Digest+each.Reason)
	}
	return found
}

// identityOf returns the identity of the only finding of a policy.
func identityOf(t *testing.T, plan, source string, change ...func(*Request)) string {
	t.Helper()
	found := identitiesOf(t, plan, source, change...)
	if len(found) != 1 {
		t.Fatalf("%v", found)
	}
	return found[0]
}

func TestReasonsWhyAFindingHasNoIdentity(t *testing.T) {
	bucket := created("b_c.a", public)
	deposed := func(r *plannedResource) { r.entry = fields{"deposed": "0a"} }
	byName := "deny contains sprintf(\"%s.%s is public\", [r.type, r.name]) if {\n" + entries + "r.change.after.acl == \"public-read\"\n}"
	for name, each := range map[string]struct{ plan, source, wanted string }{
		"no address":                                   {planOf(nil, bucket), `deny contains "not allowed"`, "no-address"},
		"the address of no resource of the plan":       {planOf(nil, bucket), `deny contains "b_c.b is not allowed"`, "no-address"},
		"an address within a longer word":              {planOf(nil, bucket), `deny contains "b_c.a.acl is not allowed"`, "no-address"},
		"a number":                                     {planOf(nil, bucket), `deny contains 1`, "no-address"},
		"two addresses":                                {planOf(nil, bucket, kept("b_c.b", public)), `deny contains "b_c.a and b_c.b"`, "several-addresses"},
		"two addresses in an object":                   {planOf(nil, bucket, kept("b_c.b", public)), `deny contains {"address": "b_c.a", "b_c.b": 1}`, "several-addresses"},
		"two entries with one address":                 {planOf(nil, bucket, bucket), `deny contains "b_c.a"`, "several-addresses"},
		"a data source":                                {planOf(nil, plannedResource{address: "data.b_c.a", after: public, actions: []string{"read"}}), `deny contains "data.b_c.a"`, "not-managed"},
		"a deposed object":                             {planOf(nil, deleted("b_c.a", public).with(deposed)), `deny contains "b_c.a"`, "deposed"},
		"a resource that also has a deposed object":    {planOf(nil, bucket, deleted("b_c.a", public).with(deposed)), `deny contains "b_c.a"`, "deposed"},
		"the same name in a module":                    {planOf(nil, bucket, created("module.x.b_c.a", private)), byName, "several-addresses"},
		"the same name in an unchanged module":         {planOf(nil, bucket, kept("module.x[\"k\"].b_c.a", private)), byName, "several-addresses"},
		"the same name and key in a module":            {planOf(nil, created("b_c.a[0]", public), kept("module.x.b_c.a[0]", public)), `deny contains "b_c.a[0]"`, "several-addresses"},
		"the same name of an instance in a module":     {planOf(nil, bucket, kept("module.x.b_c.a[0]", private)), byName, "several-addresses"},
		"the same name of an instance":                 {planOf(nil, deleted("b_c.a", public), created("b_c.a[0]", public)), `deny contains "b_c.a"`, "several-addresses"},
		"the same address of an instance":              {planOf(nil, deleted("module.x.b_c.a", public), created("module.x[0].b_c.a[0]", public)), `deny contains "module.x.b_c.a"`, "several-addresses"},
		"an address that is the value of an attribute": {planOf(nil, bucket, created("b_c.evil", fields{"acl": "public-read", "tags": fields{"Name": "b_c.a"}})), `deny contains "b_c.a is not allowed"`, "several-addresses"},
		"an address that is the key of an instance":    {planOf(nil, bucket, created(`b_c.evil["b_c.a"]`, public)), `deny contains "b_c.a is not allowed"`, "several-addresses"},
		"an address in a former value":                 {planOf(nil, bucket, deleted("b_c.evil", fields{"text": "see b_c.a!"})), `deny contains "b_c.a is not allowed"`, "several-addresses"},
		"the same name of a data source":               {planOf(nil, bucket, plannedResource{address: "data.b_c.a", after: public, actions: []string{"read"}}), byName, "several-addresses"},
		"an address that occurs only outside":          {planOf(nil, plannedResource{address: "b_c.a", isGone: true}.drifted(public)), `deny contains "b_c.a"`, "no-address"},
		"a plan that is no object":                     {`[1]`, `deny contains "b_c.a"`, "no-address"},
		"a resource change without an address":         {`{"resource_changes": [{}, 1]}`, `deny contains "b_c.a"`, "no-address"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := identityOf(t, each.plan, each.source); got != each.wanted {
				t.Errorf("%s, not %s", got, each.wanted)
			}
		})
	}
}

func TestChangesOfAPlanThatChangeAnIdentity(t *testing.T) {
	isPublic := deny(`r.change.after.acl in {"public-read", "public-read-write"}`)
	asObject := "deny contains {\"msg\": \"public\", \"address\": r.address} if {\n" + entries + "r.change.after.acl\n}"
	before := deny(`r.change.before.size > 1`)
	acl := func(value any) fields { return fields{"acl": value, "force_destroy": false} }
	with := func(change fields) func(*plannedResource) { return func(r *plannedResource) { r.change = change } }
	bucket := created("b_c.a", public)
	other := created("b_c.b", public)
	const configured = "some c in input.plan.configuration.root_module.resources\nc.address == r.address"
	written := func(command, acl, region string) fields {
		resource := fields{"address": "b_c.a", "provisioners": []any{fields{"type": command}}, "expressions": fields{"acl": fields{"constant_value": acl}}}
		providers := fields{"p": fields{"expressions": fields{"region": fields{"constant_value": region}}}}
		return fields{"configuration": fields{"provider_config": providers, "root_module": fields{"resources": []any{resource}}}}
	}
	for name, each := range map[string]struct {
		source, one, other string
		isSame             bool
	}{
		"nothing":                                             {isPublic, planOf(nil, bucket), planOf(nil, bucket), true},
		"an attribute that the policy reads":                  {isPublic, planOf(nil, bucket), planOf(nil, created("b_c.a", acl("public-read-write"))), false},
		"an attribute that no rule names":                     {isPublic, planOf(nil, bucket), planOf(nil, created("b_c.a", fields{"acl": "public-read", "force_destroy": true, "size": 3})), true},
		"another resource":                                    {isPublic, planOf(nil, bucket), planOf(nil, bucket, created("b_d.x", private)), true},
		"the order of the resources":                          {asObject, planOf(nil, bucket, kept("b_d.x", fields{})), planOf(nil, kept("b_d.x", fields{}), bucket), true},
		"a former value that no rule reads":                   {isPublic, planOf(nil, updated("b_c.a", private, public)), planOf(nil, updated("b_c.a", acl("none"), public)), true},
		"a former value that a rule reads":                    {before, planOf(nil, updated("b_c.a", fields{"size": 5}, fields{"size": 2})), planOf(nil, updated("b_c.a", fields{"size": 50}, fields{"size": 2})), false},
		"a former value of another attribute":                 {before, planOf(nil, updated("b_c.a", fields{"size": 5}, fields{"size": 2})), planOf(nil, updated("b_c.a", fields{"size": 5, "acl": "x"}, fields{"size": 2})), true},
		"a worse value with the same text":                    {deny(`r.change.after.acl != "private"`), planOf(nil, bucket), planOf(nil, created("b_c.a", acl("public-read-write"))), false},
		"an attribute that becomes unknown":                   {deny(`not r.change.after.acl == "private"`), planOf(nil, created("b_c.a", fields{})), planOf(nil, created("b_c.a", fields{}).with(with(fields{"after_unknown": fields{"acl": true}}))), false},
		"another attribute that is unknown":                   {isPublic, planOf(nil, bucket), planOf(nil, bucket.with(with(fields{"after_unknown": fields{"id": true}}))), true},
		"a value that becomes sensitive":                      {isPublic, planOf(nil, bucket), planOf(nil, bucket.with(with(fields{"after_sensitive": fields{"acl": true}}))), true},
		"a sensitive value":                                   {deny(`r.change.after.password`), planOf(nil, created("b_c.a", fields{"password": "a"}).with(with(fields{"after_sensitive": fields{"password": true}}))), planOf(nil, created("b_c.a", fields{"password": "b"}).with(with(fields{"after_sensitive": fields{"password": true}}))), false},
		"a nested value":                                      {deny(`r.change.after.rule[_].x`), planOf(nil, created("b_c.a", fields{"rule": []any{fields{"x": 1, "y": 1}}})), planOf(nil, created("b_c.a", fields{"rule": []any{fields{"x": 1, "y": 2}}})), false},
		"the order of the attributes":                         {deny(`r.change.after.tags`), planWithAfter(`{"tags": {"a": "1", "b": "2"}, "x": 1}`), planWithAfter(`{"x": 1, "tags": {"b": "2", "a": "1"}}`), true},
		"the order of a list":                                 {deny(`r.change.after.tags`), planWithAfter(`{"tags": [1, 2]}`), planWithAfter(`{"tags": [2, 1]}`), false},
		"a text in place of a number":                         {deny(`r.change.after.tags`), planWithAfter(`{"tags": 1}`), planWithAfter(`{"tags": "1"}`), false},
		"null in place of an absent attribute":                {deny(`not r.change.after.tags == 1`), planWithAfter(`{}`), planWithAfter(`{"tags": null}`), false},
		"another number":                                      {deny(`r.change.after.tags > 0`), planWithAfter(`{"tags": 10000000000000000000000001}`), planWithAfter(`{"tags": 10000000000000000000000002}`), false},
		"a number with a decimal point":                       {deny(`r.change.after.tags > 0`), planWithAfter(`{"tags": 1}`), planWithAfter(`{"tags": 1.0}`), false},
		"a number with an exponent":                           {deny(`r.change.after.tags > 0`), planWithAfter(`{"tags": 1000}`), planWithAfter(`{"tags": 1e3}`), false},
		"an escaped character":                                {deny(`r.change.after.tags`), planWithAfter(`{"tags": "\u00fc<"}`), planWithAfter(`{"tags": "ü\u003c"}`), true},
		"a composed character":                                {deny(`r.change.after.tags`), planWithAfter(`{"tags": "ü"}`), planWithAfter(`{"tags": "u\u0308"}`), false},
		"a provisioner":                                       {deny(configured + "\nc.provisioners"), planOf(written("a", "x", "1"), bucket), planOf(written("b", "x", "1"), bucket), false},
		"an expression that the policy reads":                 {deny(configured + "\nc.expressions.acl"), planOf(written("a", "x", "1"), bucket), planOf(written("a", "y", "1"), bucket), false},
		"an expression in the configuration":                  {deny(configured + "\nc.provisioners"), planOf(written("a", "x", "1"), bucket), planOf(written("a", "y", "1"), bucket), true},
		"a configuration that no rule reads":                  {isPublic, planOf(written("a", "x", "1"), bucket), planOf(written("b", "y", "2"), bucket), true},
		"a provider that the policy reads":                    {deny(configured + "\ninput.plan.configuration.provider_config.p"), planOf(written("a", "x", "1"), bucket), planOf(written("a", "x", "2"), bucket), false},
		"a variable that the policy reads":                    {deny(`input.plan.variables.size.value`), planOf(fields{"variables": fields{"size": fields{"value": 1}}}, bucket), planOf(fields{"variables": fields{"size": fields{"value": 2}}}, bucket), false},
		"another variable":                                    {deny(`input.plan.variables.size.value`), planOf(fields{"variables": fields{"size": fields{"value": 1}}}, bucket), planOf(fields{"variables": fields{"size": fields{"value": 1}, "color": fields{"value": 2}}}, bucket), true},
		"an iteration over the variables":                     {deny(`input.plan.variables[_].value`), planOf(fields{"variables": fields{"size": fields{"value": 1}}}, bucket), planOf(fields{"variables": fields{"size": fields{"value": 1}, "color": fields{"value": 2}}}, bucket), false},
		"an output that the policy reads":                     {deny(`input.plan.output_changes.size.after`), planOf(fields{"output_changes": fields{"size": fields{"after": 1}}}, bucket), planOf(fields{"output_changes": fields{"size": fields{"after": 2}}}, bucket), false},
		"a change outside of Terraform that the policy reads": {deny("some d in input.plan.resource_drift\nd.change.after.acl"), planOf(nil, kept("b_c.a", public).drifted(private)), planOf(nil, kept("b_c.a", public).drifted(fields{"acl": "none"})), true},
		"a former value outside of Terraform":                 {deny("some d in input.plan.resource_drift\nd.change.before.acl"), planOf(nil, kept("b_c.a", public).drifted(private)), planOf(nil, kept("b_c.a", public).drifted(fields{"acl": "none"})), false},
		"a former value in the prior state":                   {deny("some p in input.plan.prior_state.values.root_module.resources\np.values.size"), planOf(nil, updated("b_c.a", fields{"size": 5}, fields{"size": 2})), planOf(nil, updated("b_c.a", fields{"size": 50}, fields{"size": 2})), false},
		"an iteration over the attributes":                    {deny("some value in r.change.after\nvalue == \"public-read\""), planOf(nil, bucket), planOf(nil, created("b_c.a", fields{"acl": "public-read", "x": "public-read"})), false},
		"walk":                                                {deny(`walk(r.change.after, [_, "public-read"])`), planOf(nil, bucket), planOf(nil, created("b_c.a", fields{"acl": "public-read", "force_destroy": true})), false},
		"json.marshal":                                        {deny(`contains(json.marshal(r), "public")`), planOf(nil, bucket), planOf(nil, created("b_c.a", fields{"acl": "public-read", "force_destroy": true})), false},
		"another address":                                     {`deny contains "b_c.a" if input.plan.resource_changes[0].address == "b_c.a"` + "\n" + `deny contains "b_c.b" if input.plan.resource_changes[0].address == "b_c.b"`, planOf(nil, bucket), planOf(nil, other), false},
		"a member of the entry that is named":                 {deny(`r.action_reason`), planOf(nil, bucket.with(func(r *plannedResource) { r.entry = fields{"action_reason": "x"} })), planOf(nil, bucket.with(func(r *plannedResource) { r.entry = fields{"action_reason": "y"} })), false},
		"a member of the entry":                               {isPublic, planOf(nil, bucket), planOf(nil, bucket.with(func(r *plannedResource) { r.entry = fields{"action_reason": "y"} })), true},
	} {
		t.Run(name, func(t *testing.T) {
			one, two := identityOf(t, each.one, each.source), identityOf(t, each.other, each.source)
			if (one == two) != each.isSame || len(one) != 64 {
				t.Errorf("%s and %s", one, two)
			}
		})
	}
}

// planWithAfter returns a plan that creates the resource b_c.a with the given attributes in JSON.
func planWithAfter(after string) string {
	return `{"resource_changes": [{"address": "b_c.a", "mode": "managed", "change": {"actions": ["create"], "before": null, "after": ` + after + `, "after_unknown": {}}}]}`
}

func TestAnIdentityDependsOnTheActions(t *testing.T) {
	source := `deny contains "b_c.a is not allowed"`
	known := map[string]string{}
	for _, actions := range []string{"no-op", "create", "update", "delete", "delete create", "create delete", "forget", "read"} {
		got := identityOf(t, planOf(nil, plannedResource{address: "b_c.a", before: public, after: public, actions: strings.Fields(actions)}), source)
		if known[got] != "" || len(got) != 64 {
			t.Errorf("%s has the identity of %s: %s", actions, known[got], got)
		}
		known[got] = actions
	}
	imported := kept("b_c.a", public).with(func(r *plannedResource) { r.change = fields{"importing": fields{"id": "a"}} })
	if got := identityOf(t, planOf(nil, imported), source); known[got] != "no-op" {
		t.Error("an import that no rule reads changes the identity", got)
	}
	if got := identityOf(t, planOf(nil, imported), source+" if not input.plan.importing"); known[got] != "" {
		t.Error("an import that a rule may read does not change the identity", got)
	}
}

func TestIdentitiesOfSeveralFindings(t *testing.T) {
	plan := planOf(nil, created("module.x[\"k\"].b_c.a[0]", public), created("module.x[\"l\"].b_c.a[0]", public))
	got := identitiesOf(t, plan, deny(`r.change.after.acl == "public-read"`))
	if len(got) != 2 || got[0] == got[1] || len(got[0]) != 64 || len(got[1]) != 64 {
		t.Error(got)
	}
	list := "deny := [text | some n in [1, 2]; text := \"b_c.a is not allowed\"]"
	if got := identitiesOf(t, planOf(nil, created("b_c.a", public)), list); len(got) != 2 || got[0] != got[1] {
		t.Error(got)
	}
	many := "deny contains sprintf(\"b_c.a %d\", [n]) if some n in numbers.range(1, 1500)"
	if got := identitiesOf(t, planOf(nil, created("b_c.a", public)), many); len(got) != maxOutputMembers {
		t.Error(len(got))
	}
}

func TestParametersAndDataNameAttributes(t *testing.T) {
	one := planOf(nil, created("b_c.a", fields{"acl": "x", "size": 1, "color": "red"}))
	changed := func(name string) string {
		after := fields{"acl": "x", "size": 1, "color": "red"}
		after[name] = 2
		return planOf(nil, created("b_c.a", after))
	}
	byParameter := deny(`r.change.after[input.parameters.attribute]`)
	byData := deny(`r.change.after[data.names.attribute]`)
	parameter := func(request *Request) { request.Parameters = map[string]Parameter{"attribute": {Text: "acl"}} }
	data := func(request *Request) {
		request.Data = []Document{{File: "names.json", At: []string{"names"}, Text: `{"attribute": "acl"}`}}
	}
	for _, each := range []struct {
		source string
		change func(*Request)
	}{{byParameter, parameter}, {byData, data}} {
		wanted := identityOf(t, one, each.source, each.change)
		if got := identityOf(t, changed("size"), each.source, each.change); got != wanted {
			t.Error(each.source, "size")
		}
		if got := identityOf(t, changed("acl"), each.source, each.change); got == wanted {
			t.Error(each.source, "acl")
		}
	}
}

func TestIdentitiesInOtherForms(t *testing.T) {
	plan := planOf(nil, created("b_c.a", public))
	for form, source := range map[string]string{
		formRaw:  "deny contains r.address if some r in input.resource_changes",
		"tfplan": "deny contains r.address if some r in input.tfplan.resource_changes",
	} {
		if got := identityOf(t, plan, source, func(request *Request) { request.Form = form }); len(got) != 64 {
			t.Error(form, got)
		}
	}
}

func TestPoliciesWithoutFindingsHaveNoIdentities(t *testing.T) {
	served := loaded(t, planOf(nil, created("b_c.a", public)))
	for source, wanted := range map[string]string{"deny contains 1 if false": "", "deny contains 1 if input.plan.x.y.z / 0": "", "deny := 1": codeWrongResult} {
		request := withCode(t, served, evaluation("data.p.deny", "package p\n\n"+source).inForm(formPlan))
		request.Op = "identify"
		answer := answerOf[IdentifyAnswer](t, served, request)
		if len(answer.Findings) > 0 || (wanted != "") != (len(answer.Problems) > 0 && answer.Problems[0].Code == wanted) {
			t.Errorf("%s: %+v", source, answer)
		}
	}
	missing := Request{Op: "identify", Input: "none", Code: "none"}
	if answer := answerOf[IdentifyAnswer](t, served, missing); len(answer.Problems) != 1 || answer.Problems[0].Code != notLoaded.Code {
		t.Errorf("%+v", answer)
	}
}

func TestTheConfigurationOfAResourceInAModuleBelongsToItsIdentity(t *testing.T) {
	plan := func(kind string) string {
		inner := fields{"resources": []any{fields{"address": "b_c.a", "provisioners": []any{fields{"type": kind}}}}}
		outer := fields{"module_calls": fields{"inner": fields{"module": inner}}}
		configuration := fields{"root_module": fields{"module_calls": fields{"outer": fields{"module": outer}}}}
		return planOf(fields{"configuration": configuration}, created(`module.outer["k.l"].module.inner[0].b_c.a["m"]`, public))
	}
	source := deny("input.plan.configuration.root_module.module_calls.outer.module.module_calls.inner.module.resources[_].provisioners")
	if identityOf(t, plan("x"), source) == identityOf(t, plan("y"), source) {
		t.Error("two provisioners have the same identity")
	}
}
