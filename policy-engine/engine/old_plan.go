package engine

import (
	"maps"
	"regexp"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// comparedPlan describes what a plan changes, and contains inputs in which these changes are reverted or left out. It
// depends only on the loaded input, so all policies share it.
type comparedPlan struct {
	hasPriorState bool
	// resources maps addresses to the resources in resource_changes and in resource_drift. addresses contains only the
	// addresses in resource_changes.
	resources map[string]*comparedResource
	addresses map[string]bool
	// shared is created on first use by the method sharedAddresses.
	shared map[string]bool
	// plan and run are the parts of the loaded input. They are nil if the input does not have them.
	plan, run ast.Value
	// before is the input of a made-up plan that changes nothing in the prior state. unchanged is the actual input
	// without the resources and attributes that its plan changes. The method addInputs creates both.
	before, unchanged *input
	// others lists the members of the plan and of the run that a policy with old findings may not read. dataTypes
	// contains the types of the data sources in the plan. The value is true if a type is in resource_changes. The method
	// addInputs adds the other types.
	others    otherMembers
	dataTypes map[string]bool
}

// readsData reports whether a policy reads data sources. The values of data sources before the plan are unknown, and a
// finding may depend on them. A plan does not list removed data sources, so a policy that reads the state and contains
// the texts "mode" and "data" is assumed to read them. Types that resources have as well are not considered.
func (c *comparedPlan) readsData(names *reader, form string) bool {
	plan, _ := names.readsIn(form)
	if plan.readsState() && names.names("mode") && names.names("data") {
		return true
	}
	read := map[string]bool{}
	for kind, isChange := range c.dataTypes {
		if names.names(kind) && (isChange || plan.readsState()) {
			read[kind] = true
		}
	}
	for _, each := range c.resources {
		if each.reason != newNotManaged {
			delete(read, each.kind)
		}
	}
	return len(read) > 0
}

// comparedResource describes what the plan changes at an address.
type comparedResource struct {
	address, kind string
	// entry is an entry in resource_changes. It is nil if the resource occurs only in resource_drift.
	entry ast.Value
	// previous is the address of the resource before the plan. It is empty if the plan does not change the address.
	previous string
	// reason is the reason why no finding about the resource is old. It is empty if findings can be old.
	reason string
	// isTouched reports whether the plan does anything with the resource other than keeping or updating it.
	isTouched bool
	// isUnchanged reports whether the plan and changes outside of Terraform leave the resource exactly as it was.
	isUnchanged bool
	// changed and drifted list the top-level attributes that the plan changes, and those that were changed outside of
	// Terraform. drift is the change outside of Terraform. It is nil if there is none.
	changed, drifted []string
	drift            ast.Value
}

// addressless returns a finding about the resource with the resource type in place of the address, as JSON.
func (r *comparedResource) addressless(member any) string {
	return string(encoded([]any{r.kind, withAddress(member, r.address, "")}))
}

// compared returns the plan without its changes, which is created on first use.
func (i *input) compared() *comparedPlan {
	if i.comparison == nil {
		i.comparison = comparedPlanOf(i.parts[planKey], i.parts[runKey])
	}
	return i.comparison
}

func comparedPlanOf(document, run *ast.Term) *comparedPlan {
	var plan, of ast.Value
	if document != nil {
		plan = document.Value
	}
	if run != nil {
		of = run.Value
	}
	made := &comparedPlan{
		plan: plan, run: of,
		resources: map[string]*comparedResource{}, addresses: map[string]bool{}, dataTypes: map[string]bool{},
		others: othersOf(plan, of),
	}
	eachElement(memberOf(plan, "resource_changes"), made.addChange)
	eachElement(memberOf(plan, "resource_drift"), made.addDrift)
	made.addSharedNames()
	_, made.hasPriorState = memberOf(plan, "prior_state").(ast.Object)
	return made
}

// addInputs creates the inputs without the changes of the plan when it is first called. Only the search for old findings
// needs them.
func (c *comparedPlan) addInputs() {
	if prior, isObject := memberOf(c.plan, "prior_state").(ast.Object); isObject && c.before == nil {
		c.before = inputOf(c.planBefore(c.plan, prior), c.run)
		c.unchanged = inputOf(c.planUnchanged(c.plan, prior), c.run)
	}
}

// inputOf returns an input that consists of a plan and of the members of the run that name its workspace, project and
// organization.
func inputOf(plan *ast.Term, run ast.Value) *input {
	made := &input{parts: map[string]*ast.Term{planKey: plan}, forms: map[string]ast.Value{}}
	if run != nil {
		made.parts[runKey] = ast.NewTerm(picked(run, slices.Sorted(maps.Keys(beforeMembers[runKey]))...))
	}
	return made
}

func (c *comparedPlan) addChange(entry ast.Value) {
	address := textAt(entry, "address")
	change := memberOf(entry, "change")
	made := &comparedResource{
		address: address, kind: textAt(entry, "type"), entry: entry, previous: textAt(entry, "previous_address"),
		reason: reasonOf(entry), isTouched: !isKept(entry), changed: changedAttributes(change),
	}
	made.isUnchanged = !made.isTouched && actionsOf(entry)[0] == "no-op" && made.previous == "" &&
		len(made.changed) == 0 && ast.Compare(memberOf(change, "before"), memberOf(change, "after")) == 0
	if textAt(entry, "mode") == "data" {
		c.dataTypes[made.kind] = true
	}
	c.addresses[address] = true
	known := c.resources[address]
	switch {
	case known == nil:
		c.resources[address] = made
	case known.reason != newDeposed && made.reason != newDeposed:
		known.reason, known.isUnchanged = newSeveralAddresses, false
	case made.reason == newDeposed:
		known.reason, known.isUnchanged = newDeposed, false
	default:
		made.reason, made.isUnchanged = newDeposed, false
		c.resources[address] = made
	}
}

// addDrift adds a change outside of Terraform.
func (c *comparedPlan) addDrift(entry ast.Value) {
	address := textAt(entry, "address")
	if textAt(entry, "mode") != managedMode || memberOf(entry, "deposed") != nil {
		return
	}
	if c.resources[address] == nil {
		c.resources[address] = &comparedResource{address: address, previous: textAt(entry, "previous_address")}
	}
	known := c.resources[address]
	known.isUnchanged = false
	known.drift = memberOf(entry, "change")
	known.drifted = changedAttributes(known.drift)
}

// localPrefix matches the part of an address before the resource type.
var localPrefix = regexp.MustCompile(`^(?:module\.[^.\[]+(?:` + keyPattern + `)?\.)*(?:data\.)?`)

// addSharedNames marks the resources of the root module whose type and name are also those of a changed resource in
// another module, or of a data source. If a policy writes only types and names, both have the same finding.
func (c *comparedPlan) addSharedNames() {
	for address, each := range c.resources {
		root := c.resources[localPrefix.ReplaceAllString(address, "")]
		if root != nil && root != each && root.reason == "" && !each.isUnchanged {
			root.reason = newSeveralAddresses
		}
	}
}

// resourceNamed returns the only resource in resource_changes whose address occurs in a finding. If there is no such
// resource, or more than one, it returns the reason why the finding cannot be assigned to a resource.
func (c *comparedPlan) resourceNamed(member any) (*comparedResource, string) {
	named := map[string]bool{}
	addAddresses(member, c.addresses, named)
	switch {
	case len(named) == 0:
		return nil, newNoAddress
	case len(named) > 1:
		return nil, newSeveralAddresses
	}
	for address := range named {
		return c.resources[address], ""
	}
	return nil, newNoAddress
}

// changedAgain returns the attributes that were changed outside of Terraform and that the plan changes again.
func (c *comparedPlan) changedAgain() []string {
	names := []string{}
	for _, each := range c.resources {
		kept := each.keptDrift()
		names = append(names, slices.DeleteFunc(slices.Clone(each.drifted), func(name string) bool { return slices.Contains(kept, name) })...)
	}
	return names
}

const managedMode = "managed"

// reasonOf returns the reason why no finding about a resource is old. It is empty if findings can be old.
func reasonOf(entry ast.Value) string {
	actions := actionsOf(entry)
	switch {
	case memberOf(entry, "deposed") != nil:
		return newDeposed
	case textAt(entry, "mode") != managedMode:
		return newNotManaged
	case isImported(entry):
		return newImported
	case slices.Contains(actions, "forget"):
		return newForgotten
	case slices.Contains(actions, "create") && slices.Contains(actions, "delete"):
		return newReplaced
	case slices.Contains(actions, "delete"):
		return newDeleted
	case !isKept(entry):
		return newCreated
	default:
		return ""
	}
}

func isImported(entry ast.Value) bool {
	importing := memberOf(memberOf(entry, "change"), "importing")
	return importing != nil && importing.Compare(ast.NullValue) != 0
}

// isKept reports whether a resource existed before the plan and the plan keeps or updates it.
func isKept(entry ast.Value) bool {
	actions := actionsOf(entry)
	isUpdate := slices.Equal(actions, []string{"no-op"}) || slices.Equal(actions, []string{"update"})
	return isUpdate && wasThere(entry) && memberOf(entry, "deposed") == nil
}

// wasThere reports whether an entry is about a managed resource that existed before the plan. Resources that the plan
// imports did not exist.
func wasThere(entry ast.Value) bool {
	_, hasBefore := memberOf(memberOf(entry, "change"), "before").(ast.Object)
	return hasBefore && textAt(entry, "mode") == managedMode && !isImported(entry)
}

func actionsOf(entry ast.Value) []string {
	actions := []string{}
	eachElement(memberOf(memberOf(entry, "change"), "actions"), func(action ast.Value) {
		text, _ := action.(ast.String)
		actions = append(actions, string(text))
	})
	return actions
}

// planBefore returns a plan that changes nothing. The state in a plan was read after refreshing. It therefore contains
// imported resources, new addresses, changes outside of Terraform, and new values of data sources. planBefore reverts
// all of these. If the plan changes an attribute that was also changed outside of Terraform, resource_changes and
// planned_values keep the value from outside, because the plan starts from it.
func (c *comparedPlan) planBefore(plan ast.Value, prior ast.Object) *ast.Term {
	changes := []*ast.Term{}
	addEntry := func(entry ast.Value) {
		if before := c.entryBefore(entry); before != nil {
			changes = append(changes, before)
		}
	}
	eachElement(memberOf(plan, "resource_changes"), addEntry)
	c.eachDeletedOutside(plan, func(entry ast.Value) {
		if !c.addresses[textAt(entry, "address")] {
			addEntry(entry)
		}
	})
	state := c.stateOf(memberOf(prior, "values"))
	planned, before := []placedResource{}, []placedResource{}
	for _, each := range state {
		planned = append(planned, c.placedBefore(each, (*comparedResource).keptDrift)...)
		before = append(before, c.placedBefore(each, func(r *comparedResource) []string { return r.drifted })...)
	}
	c.eachDeletedOutside(plan, func(entry ast.Value) {
		deleted := c.placedBefore(deletedResource(entry), (*comparedResource).keptDrift)
		if before = append(before, deleted...); !c.addresses[textAt(entry, "address")] {
			planned = append(planned, deleted...)
		}
	})
	return planWith(plan, prior, changes, planned, before)
}

// keptDrift lists the attributes that were changed outside of Terraform and that the plan does not change again.
func (r *comparedResource) keptDrift() []string {
	return slices.DeleteFunc(slices.Clone(r.drifted), func(name string) bool { return slices.Contains(r.changed, name) })
}

// eachDeletedOutside visits the managed resources that were deleted outside of Terraform.
func (c *comparedPlan) eachDeletedOutside(plan ast.Value, visit func(entry ast.Value)) {
	eachElement(memberOf(plan, "resource_drift"), func(entry ast.Value) {
		if slices.Equal(actionsOf(entry), []string{"delete"}) && wasThere(entry) && memberOf(entry, "deposed") == nil {
			visit(entry)
		}
	})
}

// entryBefore converts a change of a resource to a change that changes nothing. It returns nil if the resource did not
// exist before the plan.
func (c *comparedPlan) entryBefore(entry ast.Value) *ast.Term {
	known := c.resources[textAt(entry, "address")]
	switch {
	case known.isUnchanged:
		return ast.NewTerm(entry)
	case !wasThere(entry):
		return nil
	}
	change := memberOf(entry, "change")
	before, flags := termAt(change, "before"), termAt(change, "before_sensitive")
	if memberOf(entry, "deposed") == nil {
		kept := known.keptDrift()
		before, flags = reverted(before, known.drift, "before", kept), reverted(flags, known.drift, "before_sensitive", kept)
	}
	identity := termAt(change, "before_identity")
	unchanged := changedMembers(nil, map[string]*ast.Term{
		"actions": ast.ArrayTerm(ast.StringTerm("no-op")), "after_unknown": ast.ObjectTerm(),
		"before": before, "after": before, "before_sensitive": flags, "after_sensitive": flags,
		"before_identity": identity, "after_identity": identity,
	})
	members := map[string]*ast.Term{"change": unchanged, "action_reason": nil, "previous_address": nil}
	if previous := textAt(entry, "previous_address"); previous != "" {
		place, isAddress := placeOfAddress(previous)
		if !isAddress {
			return nil
		}
		maps.Copy(members, place.members())
		members["module_address"] = place.module()
	}
	return changedMembers(entry, members)
}

// reverted returns the values of a resource in which the given attributes have the values that they had before a
// change.
func reverted(values *ast.Term, change ast.Value, member string, attributes []string) *ast.Term {
	if values == nil || len(attributes) == 0 {
		return values
	}
	if _, isObject := values.Value.(ast.Object); !isObject {
		return values
	}
	members := map[string]*ast.Term{}
	for _, name := range attributes {
		members[name] = termAt(memberOf(change, member), name)
	}
	return changedMembers(values.Value, members)
}

// planUnchanged returns the plan without the resources and attributes that it changes, and without data sources and
// outputs.
func (c *comparedPlan) planUnchanged(plan ast.Value, prior ast.Object) *ast.Term {
	changes := []*ast.Term{}
	eachElement(memberOf(plan, "resource_changes"), func(entry ast.Value) {
		known := c.resources[textAt(entry, "address")]
		switch {
		case known.isUnchanged:
			changes = append(changes, ast.NewTerm(entry))
		case isKept(entry):
			without := known.without("before", "after", "after_unknown", "before_sensitive", "after_sensitive")
			change := without(memberOf(entry, "change"))
			changes = append(changes, changedMembers(entry, map[string]*ast.Term{"change": change}))
		}
	})
	unchanged := func(values ast.Value) []placedResource {
		kept := []placedResource{}
		for _, each := range c.stateOf(values) {
			known := c.resources[textAt(each.value, "address")]
			if known != nil && known.isTouched || memberOf(each.value, "deposed_key") != nil {
				continue
			}
			if known != nil {
				each.value = known.without("values", "sensitive_values")(each.value).Value
			}
			kept = append(kept, each)
		}
		return kept
	}
	return planWith(plan, prior, changes, unchanged(memberOf(plan, "planned_values")), unchanged(memberOf(prior, "values")))
}

// without returns a function that removes attributes from the given members of an object: the attributes that the plan
// changes, and those that drifted.
func (r *comparedResource) without(members ...string) func(ast.Value) *ast.Term {
	removed := map[string]*ast.Term{}
	for _, name := range slices.Concat(r.changed, r.drifted) {
		removed[name] = nil
	}
	return func(object ast.Value) *ast.Term {
		if len(removed) == 0 {
			return ast.NewTerm(object)
		}
		made := map[string]*ast.Term{}
		for _, name := range members {
			if values, isObject := memberOf(object, name).(ast.Object); isObject {
				made[name] = changedMembers(values, removed)
			}
		}
		return changedMembers(object, made)
	}
}

// planWith returns a plan that contains only the members that show what existed before the plan. Policies with old
// findings may read only these members.
func planWith(plan ast.Value, prior ast.Object, changes []*ast.Term, planned, before []placedResource) *ast.Term {
	state := changedMembers(picked(prior, "format_version", "terraform_version"), map[string]*ast.Term{"values": valuesWith(before)})
	return changedMembers(picked(plan, "format_version", "terraform_version", "timestamp"), map[string]*ast.Term{
		"resource_changes": ast.ArrayTerm(changes...), "planned_values": valuesWith(planned), "prior_state": state,
	})
}
