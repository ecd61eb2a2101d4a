package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
)

type fields = map[string]any

// plannedResource is a resource of a test plan. state contains its values in prior_state. By default, they are the values
// before the change. entry contains further members of its resource_changes entry, and change further members of the
// change.
type plannedResource struct {
	address       string
	before, after fields
	actions       []string
	state         fields
	entry, change fields
	// drift contains the values before a change outside of Terraform. isGone reports that the plan has no entry for the
	// resource except in resource_drift.
	drift  fields
	isGone bool
}

func kept(address string, values fields) plannedResource {
	return plannedResource{address: address, before: values, after: values, actions: []string{"no-op"}}
}

func updated(address string, before, after fields) plannedResource {
	return plannedResource{address: address, before: before, after: after, actions: []string{"update"}}
}

func created(address string, after fields) plannedResource {
	return plannedResource{address: address, after: after, actions: []string{"create"}}
}

func deleted(address string, before fields) plannedResource {
	return plannedResource{address: address, before: before, actions: []string{"delete"}}
}

func (r plannedResource) with(change func(*plannedResource)) plannedResource {
	change(&r)
	return r
}

func (r plannedResource) movedFrom(previous string) plannedResource {
	r.entry = fields{"previous_address": previous}
	return r
}

func (r plannedResource) drifted(before fields) plannedResource {
	r.drift = before
	return r
}

// members returns the members by which an entry or a resource of the state identifies the resource.
func (r plannedResource) members() fields {
	address := strings.TrimPrefix(r.address, "data.")
	place, _ := placeOfAddress(address)
	found := fields{"address": r.address, "mode": managedMode, "type": place.kind, "name": place.name, "provider_name": "p"}
	if address != r.address {
		found["mode"] = "data"
	}
	if place.index != nil {
		index, _ := json.Marshal(json.RawMessage(place.index.String()))
		found["index"] = json.RawMessage(index)
	}
	return found
}

func values(of fields) any {
	if of == nil {
		return nil
	}
	return of
}

// planOf returns a plan as Terraform writes it. more contains further members.
func planOf(more fields, resources ...plannedResource) string {
	changes, drifts := []any{}, []any{}
	planned, prior := []placedResource{}, []placedResource{}
	for _, each := range resources {
		entry := each.members()
		place, _ := placeOfAddress(strings.TrimPrefix(each.address, "data."))
		if module := place.module(); module != nil {
			entry["module_address"] = json.RawMessage(module.String())
		}
		drift := maps.Clone(entry)
		change := fields{"actions": each.actions, "before": values(each.before), "after": values(each.after), "after_unknown": fields{}, "before_sensitive": fields{}, "after_sensitive": fields{}}
		maps.Copy(change, each.change)
		entry["change"] = change
		maps.Copy(entry, each.entry)
		if !each.isGone {
			changes = append(changes, entry)
		}
		if each.drift != nil {
			actions := []string{"update"}
			if each.before == nil {
				actions = []string{"delete"}
			}
			drift["change"] = fields{"actions": actions, "before": each.drift, "after": values(each.before)}
			drifts = append(drifts, drift)
		}
		state := func(of fields) placedResource {
			resource := each.members()
			resource["values"], resource["sensitive_values"] = of, fields{}
			value, err := valueOf(encoded(resource))
			if err != nil {
				panic(err)
			}
			return placedResource{place.modules, value}
		}
		if each.state == nil {
			each.state = each.before
		}
		if each.after != nil {
			planned = append(planned, state(each.after))
		}
		if each.state != nil {
			prior = append(prior, state(each.state))
		}
	}
	plan := fields{
		"format_version": "1.2", "terraform_version": "1.9.0", "timestamp": "2026-11-29T00:00:00Z",
		"resource_changes": changes, "resource_drift": drifts, "configuration": fields{"root_module": fields{}},
		"planned_values": json.RawMessage(valuesWith(planned).String()),
		"prior_state":    fields{"format_version": "1.0", "values": json.RawMessage(valuesWith(prior).String())},
	}
	maps.Copy(plan, more)
	return string(encoded(plan))
}

// agesOf evaluates a policy with a plan and returns the ages of its findings, separated by commas: "old", or the reason
// with the names.
func agesOf(t *testing.T, plan, source string, change ...func(*Request)) string {
	t.Helper()
	served := loaded(t, plan)
	request := evaluation("data.p.deny", "package p\n\n"+source).inForm(formPlan)
	request.TimeoutMs, request.TimeNs, request.Seed = 0, 1, "seed"
	for _, each := range change {
		each(&request)
	}
	request = withCode(t, served, request)
	request.KeepsResult = true
	verdict := answerOf[EvaluateAnswer](t, served, request)
	if verdict.Status != statusFailed {
		t.Fatalf("%s: %+v", source, verdict)
	}
	request.Op = "find-old"
	answer := answerOf[FindOldAnswer](t, served, request)
	if len(answer.Findings) != len(verdict.Output) {
		t.Fatalf("%+v has other findings than %+v", answer, verdict)
	}
	ages := []string{}
	for _, each := range answer.Findings {
		age := strings.TrimSpace(each.Reason + " " + strings.Join(each.Names, "+"))
		if each.IsOld {
			age = "old"
		}
		ages = append(ages, age)
	}
	// An engine that has not evaluated the policy gives the same answer.
	other := loaded(t, plan)
	again := evaluation("data.p.deny", "package p\n\n"+source).inForm(request.Form)
	for _, each := range change {
		each(&again)
	}
	again.TimeoutMs, again.TimeNs, again.Seed, again.Op = request.TimeoutMs, 1, "seed", "find-old"
	if repeated := answerOf[FindOldAnswer](t, other, withCode(t, other, again)); string(encoded(repeated)) != string(encoded(answer)) {
		t.Errorf("%+v differs from %+v", repeated, answer)
	}
	return strings.Join(ages, ", ")
}

const (
	entries = "some r in input.plan.resource_changes\n"
	rest    = `
planned contains r if some r in input.plan.planned_values.root_module.resources
prior contains r if some r in input.plan.prior_state.values.root_module.resources
`
)

func deny(body string) string {
	return "deny contains sprintf(\"%s is not allowed\", [r.address]) if {\n" + entries + body + "\n}\n"
}

var public, private = fields{"acl": "public-read", "force_destroy": false}, fields{"acl": "private", "force_destroy": false}

func TestOldFindings(t *testing.T) {
	isPublic := deny(`r.change.after.acl == "public-read"`)
	notPrivate := deny(`not r.change.after.acl == "private"`)
	either := isPublic + deny("r.change.after.force_destroy")
	iterates := deny(`some value in r.change.after` + "\n" + `value in {"public-read", true}`)
	marshals := deny(`regex.match("public-read|true", json.marshal(r.change.after))`)
	protected := deny(`r.change.before.acl == "public-read"` + "\n" + `r.change.actions == ["delete"]`)
	const denyState = "deny contains sprintf(\"%s is not allowed\", [r.address]) if {\n"
	// beside finds a bucket because of another resource.
	beside := func(body string) string {
		return "deny contains \"b_c.a is not allowed\" if {\n" + body + "\n}\n" + rest
	}
	cause, noCause := beside("some r in prior\nr.values.acl == \"public-read\""), beside("not good\n}\n\ngood if {\nsome r in planned\nr.values.acl == \"private\"")
	quiet := kept("b_c.a", fields{})
	byName := "deny contains sprintf(\"%s.%s is public\", [r.type, r.name]) if {\n" + entries + "r.change.after.acl == \"public-read\"\n}"
	for name, each := range map[string]struct{ plan, source, wanted string }{
		"unchanged":                            {planOf(nil, kept("b_c.a", public)), isPublic, "old"},
		"import":                               {planOf(nil, kept("b_c.a", public).with(func(r *plannedResource) { r.change = fields{"importing": fields{"id": "a"}} })), isPublic, "imported"},
		"configuration":                        {planOf(nil, kept("b_c.a", public)), deny("not input.plan.configuration.root_module.x"), "reads configuration"},
		"a destroy run":                        {planOf(nil, kept("b_c.a", public)), deny("not input.run.is_destroy"), "reads is_destroy"},
		"deletion":                             {planOf(nil, deleted("b_c.a", public)), protected + isPublic, "deleted"},
		"replacement":                          {planOf(nil, kept("b_c.a", public).with(func(r *plannedResource) { r.actions = []string{"create", "delete"} })), isPublic, "replaced"},
		"forget":                               {planOf(nil, deleted("b_c.a", public).with(func(r *plannedResource) { r.actions = []string{"forget"} })), deny(`r.change.before.acl == "public-read"`), "forgotten"},
		"another reason":                       {planOf(nil, updated("b_c.a", public, fields{"acl": "private", "force_destroy": true})), either, "changed acl+force_destroy"},
		"another reason by iteration":          {planOf(nil, updated("b_c.a", fields{"x": "public-read", "y": false}, fields{"x": "", "y": true})), iterates, "depends-on-change"},
		"another reason by json.marshal":       {planOf(nil, updated("b_c.a", fields{"x": "public-read", "y": false}, fields{"x": "", "y": true})), marshals, "depends-on-change"},
		"worse":                                {planOf(nil, updated("b_c.a", public, fields{"acl": "public-read-write", "force_destroy": false})), notPrivate, "changed acl"},
		"changed by hand":                      {planOf(nil, kept("b_c.a", public).drifted(private)), isPublic, "changed acl"},
		"another cause is swapped":             {planOf(nil, quiet, deleted("b_c.x", public), created("b_c.y", public)), beside("some r in planned\nr.values.acl == \"public-read\""), "depends-on-change"},
		"a new cause":                          {planOf(nil, quiet, created("b_c.y", public)), beside("some r in planned\nr.values.acl == \"public-read\""), "not-before"},
		"a cause that was there":               {planOf(nil, quiet, kept("b_c.x", public), created("b_c.y", public)), beside("some r in planned\nr.values.acl == \"public-read\""), "old"},
		"unknown":                              {planOf(nil, updated("b_c.a", public, fields{}).with(func(r *plannedResource) { r.change = fields{"after_unknown": fields{"acl": true}} })), notPrivate, "changed acl"},
		"rename":                               {planOf(nil, created("b_c.z", public), deleted("b_c.a", public)), isPublic, "not-moved"},
		"create":                               {planOf(nil, created("b_c.z", public), deleted("b_c.a", private)), isPublic, "created"},
		"import beside":                        {planOf(nil, quiet, kept("b_c.x", public).with(func(r *plannedResource) { r.change = fields{"importing": fields{"id": "x"}} })), cause, "not-before"},
		"data source":                          {planOf(nil, quiet, plannedResource{address: "data.b_d.x", state: public, isGone: true}), cause, "not-before"},
		"data source by negation":              {planOf(nil, quiet, plannedResource{address: "data.b_d.x", state: public, isGone: true}), beside(`not good` + "\n}\n\ngood if {\nsome r in prior\nr.type == \"b_d\"\nr.values.acl == \"private\""), "reads data"},
		"removed data source":                  {planOf(nil, quiet), beside("not good\n}\n\ngood if {\nsome r in prior\nr.mode == \"data\""), "reads data"},
		"drift beside":                         {planOf(nil, quiet, updated("b_c.x", public, private).drifted(private)), cause, "not-before"},
		"drift beside by negation":             {planOf(nil, quiet, kept("b_c.x", public).drifted(private)), noCause, "not-before"},
		"deletion beside by hand":              {planOf(nil, quiet, plannedResource{address: "b_c.x", isGone: true}.drifted(private)), noCause, "not-before"},
		"drift beside that is changed again":   {planOf(nil, quiet, updated("b_c.x", public, fields{"acl": "public-read-write"}).drifted(private)), beside("not good\n}\n\ngood if {\n" + entries + "r.change.after.acl == \"private\""), "depends-on-change"},
		"drift beside that is deleted":         {planOf(nil, quiet, deleted("b_c.x", public).drifted(private)), beside("not good\n}\n\ngood if {\n" + entries + "r.change.after.acl == \"private\""), "depends-on-change"},
		"the same name in another module":      {planOf(nil, kept("b_c.a", public), created("module.x[\"k\"].b_c.a", public)), byName, "several-addresses"},
		"the same name in an unchanged module": {planOf(nil, kept("b_c.a", public), kept("module.x.b_c.a", public)), byName, "old"},
		"the same name of a data source":       {planOf(nil, kept("b_c.a", public), plannedResource{address: "data.b_c.a", after: public, actions: []string{"read"}}), byName, "several-addresses"},
		"members of the plan by the input":     {planOf(nil, kept("b_c.a", public)), deny("not good\n}\n\ngood if {\nsome part, name\ninput[part][name].x"), "reads"},
		"deposed":                              {planOf(nil, kept("b_c.a", public), deleted("b_c.a", public).with(func(r *plannedResource) { r.entry = fields{"deposed": "1"} })), isPublic, "deposed"},
		"twice":                                {planOf(nil, kept("b_c.a", public), kept("b_c.a", public)), isPublic, "several-addresses"},
		"two addresses":                        {planOf(nil, kept("b_c.a", public), kept("b_c.b", private)), "deny contains \"b_c.a and b_c.b\"", "several-addresses"},
		"no address":                           {planOf(nil, kept("b_c.a", public)), "deny contains \"t3.micro\"", "no-address"},
		"data address":                         {planOf(nil, plannedResource{address: "data.b_d.x", before: public, after: public, actions: []string{"no-op"}}), isPublic, "not-managed"},
		"no prior state":                       {planOf(fields{"prior_state": nil}, kept("b_c.a", public)), isPublic, "no-prior-state"},
		"walk":                                 {planOf(nil, updated("b_c.a", fields{"acl": "public-read", "x": 1}, fields{"acl": "public-read", "x": 2})), deny("walk(r.change.after, [_, \"public-read\"])"), "changed x"},
		"walk of the plan":                     {planOf(nil, kept("b_c.a", public)), deny("walk(input.plan, [_, \"public-read\"])"), "reads"},
		"plan as a whole":                      {planOf(nil, kept("b_c.a", public)), "plan := object.get(input, \"plan\", input)\n\ndeny contains r.address if some r in plan.resource_changes", "old"},
		"members of the plan":                  {planOf(nil, kept("b_c.a", public)), deny("some value in input.plan\nnot value.x"), "reads"},
		"plan as text":                         {planOf(nil, kept("b_c.a", public)), deny("not contains(json.marshal(input.plan), \"version_\")"), "reads"},
		"plan as a whole, by name":             {planOf(nil, kept("b_c.a", public)), deny("object.get(input.plan, \"configuration\", {}) != {}"), "reads configuration"},
		"outputs":                              {planOf(nil, kept("b_c.a", public)), deny("not input.plan.planned_values.outputs.x"), "reads outputs"},
		"dependencies":                         {planOf(nil, kept("b_c.a", public)), deny("not input.plan.prior_state.values.root_module.resources[0].depends_on"), "reads depends_on"},
		"time of the plan":                     {planOf(nil, kept("b_c.a", public)), deny("input.plan.timestamp"), "reads timestamp"},
		"moved out of the policy's module":     {planOf(nil, kept("module.b.b_c.a", public).movedFrom("module.a.b_c.a")), deny(`r.module_address != "module.a"`), "not-before"},
		"the same by planned values":           {planOf(nil, kept("module.b.b_c.a", public).movedFrom("module.a.b_c.a")), denyState + "some m in input.plan.planned_values.root_module.child_modules\nm.address != \"module.a\"\nsome r in m.resources\n}", "not-before"},
		"the same by the state":                {planOf(nil, kept("module.b.b_c.a", public).movedFrom("module.a.b_c.a")), denyState + "some m in input.plan.prior_state.values.root_module.child_modules\nm.address != \"module.a\"\nsome r in m.resources\n}", "not-before"},
		"sensitivity":                          {planOf(nil, updated("b_c.a", private, private).with(func(r *plannedResource) { r.change = fields{"before_sensitive": fields{"acl": true}} })), deny(`r.change.after.acl == "private"`), "changed acl"},
		"a list with equal findings":           {planOf(nil, updated("b_c.a", fields{"x": "bad"}, fields{"x": "bad", "y": "bad"})), "deny := [r.address | some r in input.plan.resource_changes; some value in r.change.after; value == \"bad\"]", "old, not-before"},
		"a path":                               {planOf(nil, updated("b_c.a", fields{"a": fields{"b": 1}}, fields{"a": fields{"b": 2}})), deny("json.filter(r.change.after, [\"/a/b\"]) != {}"), "changed a"},
		"a word of a text":                     {planOf(nil, updated("b_c.a", public, fields{"acl": "x"})), deny("some name in split(\"acl|grant\", \"|\")\nr.change.after[name] != \"private\""), "changed acl"},

		"moved within the module":     {planOf(nil, kept("b_c.new", public).movedFrom("b_c.a")), isPublic, "old"},
		"moved to another module":     {planOf(nil, kept(`module.b["x.y"].module.c[1].b_c.a`, public).movedFrom("module.a.b_c.a")), isPublic, "old"},
		"moved to an instance":        {planOf(nil, kept("b_c.a[0]", public).movedFrom("b_c.a"), kept("b_c.a[1]", public), kept("b_c.a[10]", public)), isPublic, "old, old, old"},
		"moved in a chain":            {planOf(nil, kept("b_c.a[1]", public).movedFrom("b_c.a[0]"), kept("b_c.a[2]", private).movedFrom("b_c.a[1]")), isPublic, "old"},
		"without refreshing":          {planOf(fields{"resource_drift": nil}, kept("b_c.a", public)), isPublic, "old"},
		"tags only":                   {planOf(nil, updated("b_c.a", fields{"acl": "public-read", "tags": fields{"a": "1"}}, fields{"acl": "public-read", "tags": fields{"a": "2"}})), isPublic, "old"},
		"an empty value of a default": {planOf(nil, updated("b_c.a", fields{"acl": "public-read", "tags": nil, "list": []any{}}, fields{"acl": "public-read", "tags": fields{}})), deny(`r.change.after.acl == "public-read"` + "\nnot r.change.after.tags.Owner\nnot r.change.after.list[0]"), "old"},
		"a quoted address":            {planOf(nil, kept(`b_c.a["x y"]`, public)), "deny contains sprintf(\"(\\\"%s\\\")\", [r.address]) if {\n" + entries + "r.change.after.acl == \"public-read\"\n}", "old"},
		"an address as a key":         {planOf(nil, kept("b_c.a", public)), "deny contains {r.address: true} if {\n" + entries + "r.change.after.acl == \"public-read\"\n}", "old"},
		"a moved address as a key":    {planOf(nil, kept("b_c.n", public).movedFrom("b_c.a")), "deny contains {r.address: [r.address]} if {\n" + entries + "r.change.after.acl == \"public-read\"\n}", "old"},
		"drift of unread attributes":  {planOf(nil, kept("b_c.a", public).drifted(fields{"acl": "public-read", "force_destroy": false, "tags": fields{"a": "b"}})), isPublic, "old"},
		"counting":                    {planOf(nil, kept("b_c.a", public), kept("b_c.b", public), created("b_c.n", public)), "deny contains sprintf(\"%s: too many\", [r.address]) if {\ncount(input.plan.resource_changes) > 1\n" + entries + "}", "old, old, created"},
		"counting with the number":    {planOf(nil, kept("b_c.a", public), kept("b_c.b", public), created("b_c.n", public)), "deny contains sprintf(\"%s: %d are too many\", [r.address, count(input.plan.resource_changes)]) if {\ncount(input.plan.resource_changes) > 1\n" + entries + "}", "not-before, not-before, created"},
	} {
		if got := agesOf(t, each.plan, each.source); got != each.wanted {
			t.Errorf("%s: %s, wanted %s", name, got, each.wanted)
		}
	}
}

func TestAttributesNamedByDataAndParametersAreRead(t *testing.T) {
	plan := planOf(nil, updated("b_c.a", fields{"acl": "x", "tags": "1"}, fields{"acl": "y", "tags": "1"}))
	named := func(names string) string {
		return deny("some name in " + names + "\nr.change.after[name] != \"private\"")
	}
	data := agesOf(t, plan, named("data.names"), func(r *Request) { r.Data = []Document{{File: "d.json", Text: `{"names": ["acl"]}`}} })
	parameter := agesOf(t, plan, named("input.parameters.names"), func(r *Request) {
		r.Parameters = map[string]Parameter{"names": {Text: `["acl"]`}}
	})
	if data != "changed acl" || parameter != "changed acl" {
		t.Error(data, parameter)
	}
}

func TestFindingsBlockIfAFurtherEvaluationFails(t *testing.T) {
	plan := planOf(nil, kept("b_c.a", public), created("b_c.b", fields{}))
	conflict := "conflict := 1 if not input.plan.resource_changes[1].change.after.acl\nconflict := 2 if %s\n\n" + deny("conflict == 1\nr.change.before != null")
	before := agesOf(t, plan, fmt.Sprintf(conflict, "count(input.plan.resource_changes) == 1"))
	slow := "deny contains \"b_c.a\" if not is_slow\n\nis_slow if {\ncount(input.plan.resource_changes) == 1\nsum([1 | some a in numbers.range(1, 4000); some b in numbers.range(1, 4000); a == b]) == 1\n}"
	late := agesOf(t, plan, slow, func(request *Request) { request.TimeoutMs = 100 })
	if before != "not-evaluated" || late != "not-evaluated" {
		t.Error(before, late)
	}
}

func TestANewFindingReportsWhetherItWasTheSameBefore(t *testing.T) {
	served := loaded(t, planOf(nil, updated("b_c.a", public, fields{"acl": "public-read-write"})))
	request := withCode(t, served, evaluation("data.p.deny", "package p\n\n"+deny(`r.change.after.acl != "private"`)).inForm(formPlan))
	request.Op = "find-old"

	answer := answerOf[FindOldAnswer](t, served, request)

	if len(answer.Findings) != 1 || answer.Findings[0].SameBefore == nil || !*answer.Findings[0].SameBefore {
		t.Errorf("%+v", answer)
	}
}

func TestOldFindingsInOtherForms(t *testing.T) {
	plan := planOf(nil, kept("b_c.a", public))
	for form, source := range map[string]string{
		formRaw:  "deny contains r.address if some r in input.resource_changes",
		"tfplan": "deny contains r.address if some r in input.tfplan.resource_changes",
	} {
		inForm := func(request *Request) { request.Form = form }
		if got := agesOf(t, plan, source, inForm); got != "old" {
			t.Error(form, got)
		}
		reads := strings.Replace(source, "deny contains r.address if", "deny contains r.address if {\n", 1) + "\nnot " + strings.Split(strings.Split(source, "in ")[1], ".resource")[0] + ".variables.x\n}"
		if got := agesOf(t, plan, reads, inForm); got != "reads variables" {
			t.Error(form, got)
		}
	}
	if got := agesOf(t, "["+plan+"]", "deny contains \"b_c.a\"", func(request *Request) { request.Form = formRaw }); got != "no-prior-state" {
		t.Error(got)
	}
}

func TestOnlyTheFirstFindingsHaveAges(t *testing.T) {
	plan := planOf(nil, kept("b_c.a", public))
	ages := agesOf(t, plan, "deny contains sprintf(\"b_c.a %d\", [n]) if some n in numbers.range(1, 1500)")
	if strings.Count(ages, "old") != maxOutputMembers {
		t.Error(strings.Count(ages, "old"))
	}
}

func TestSecretsStayInTheEngineWhenOldFindingsAreSearched(t *testing.T) {
	secret := fields{"acl": "public-read", "password": "very-secret-text"}
	plan := planOf(nil, kept("b_c.a", secret).with(func(r *plannedResource) {
		r.change = fields{"after_sensitive": fields{"password": true}, "before_sensitive": fields{"password": true}}
	}))
	source := "deny contains sprintf(\"%s %s\", [r.address, r.change.after.password]) if {\n" + entries + "}"
	served := loaded(t, plan)
	request := withCode(t, served, evaluation("data.p.deny", "package p\n\n"+source).inForm(formPlan))
	request.Op = "find-old"
	if text := string(served.Answer(frame(t, request, ""))); strings.Contains(text, "very-secret") || !strings.Contains(text, `"old":true`) {
		t.Error(text)
	}
}

func TestACheckReportsThatFindingsAreNeverOld(t *testing.T) {
	for source, wanted := range map[string]string{
		"deny contains 1 if input.plan.configuration.x == input.run.message": "configuration message",
		"deny contains 1 if input.plan.resource_changes[_].x":                "",
		"deny contains 1 if walk(input.plan, [_, 1])":                        "",
	} {
		request := evaluation("data.p.deny", "package p\n\n"+source).inForm(formPlan)
		request.Op = "check"
		answer := checkOf(t, request)
		if got := strings.Join(answer.NeverOld, " "); got != wanted || strings.Contains(source, "walk") != (len(answer.NeverOld) == 1 && got == "") {
			t.Errorf("%s: %q", source, answer.NeverOld)
		}
	}
}
