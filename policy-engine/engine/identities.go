package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// FindingIdentity contains a digest that identifies a finding in later plans, or the reason why the finding has none.
type FindingIdentity struct {
	Digest string `json:"digest,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// IdentifyAnswer contains an identity for each member of the output of an evaluation, in the same order.
type IdentifyAnswer struct {
	Findings []FindingIdentity `json:"findings"`
	// Problems contains the reasons why the identities could not be determined. It is empty otherwise.
	Problems []Problem `json:"problems"`
}

// identify determines the identities of the findings of a failed policy.
func (e *Engine) identify(request Request) IdentifyAnswer {
	answer := IdentifyAnswer{Findings: []FindingIdentity{}, Problems: []Problem{}}
	failed, problems := e.failedPolicy(request)
	if failed == nil {
		answer.Problems = append(answer.Problems, problems...)
		return answer
	}
	search := newIdentitySearch(failed)
	for _, member := range failed.members {
		answer.Findings = append(answer.Findings, search.identityOf(member))
	}
	return answer
}

// identitySearch determines the identities of the findings of one policy.
type identitySearch struct {
	*failedPolicy
	// readsAll reports whether the policy may read every member of an entry and every attribute of a resource. reads
	// contains the members of the plan that it reads.
	readsAll bool
	reads    partReads
	// shared is the digest of the parts of the plan that belong to all identities. configured contains the configurations
	// of resources by their addresses without keys, if the policy reads them. parts contains the digests of the parts that
	// belong to the identities of findings about a resource, by its address.
	shared     string
	configured map[string]ast.Value
	parts      map[string]string
}

func newIdentitySearch(failed *failedPolicy) *identitySearch {
	search := &identitySearch{failedPolicy: failed, configured: map[string]ast.Value{}, parts: map[string]string{}}
	search.readsAll = failed.names.walks || failed.names.encodes || failed.names.usesUnnamed()
	search.reads, _ = failed.names.readsIn(failed.request.Form)
	shared := map[string]any{}
	for _, name := range []string{"variables", "output_changes"} {
		if search.readsPlan(name) {
			shared[name] = search.readAttributesOf(memberOf(failed.plan.plan, name))
		}
	}
	if configuration := memberOf(failed.plan.plan, "configuration"); search.readsPlan("configuration") {
		shared["configuration"] = search.readMembersOf(picked(configuration, "provider_config"))
		addConfigured(memberOf(configuration, "root_module"), "", search.configured)
	}
	search.shared = digestOf(shared)
	return search
}

// addConfigured adds the configurations of the resources in a module and in the modules that it calls.
func addConfigured(module ast.Value, prefix string, configured map[string]ast.Value) {
	eachElement(memberOf(module, "resources"), func(resource ast.Value) {
		configured[prefix+textAt(resource, "address")] = resource
	})
	eachMember(memberOf(module, "module_calls"), func(name string, call ast.Value) {
		addConfigured(memberOf(call, "module"), prefix+"module."+name+".", configured)
	})
}

func (s *identitySearch) identityOf(member any) FindingIdentity {
	resource, reason := s.plan.resourceNamed(member)
	switch {
	case reason != "":
		return FindingIdentity{Reason: reason}
	case resource.reason == newDeposed || resource.reason == newNotManaged:
		return FindingIdentity{Reason: resource.reason}
	case resource.reason == newSeveralAddresses || s.plan.sharedAddresses()[resource.address]:
		return FindingIdentity{Reason: newSeveralAddresses}
	}
	parts, isKnown := s.parts[resource.address]
	if !isKnown {
		parts = digestOf(s.partsOf(resource))
		s.parts[resource.address] = parts
	}
	return FindingIdentity{Digest: digestOf([]any{member, resource.address, parts, s.shared})}
}

// digestOf returns the SHA-256 digest of a value in JSON. Members of objects are sorted by their names, and numbers are
// written as in the input.
func digestOf(value any) string {
	sum := sha256.Sum256(encoded(value))
	return hex.EncodeToString(sum[:])
}

// partsOf returns the parts of the plan that belong to the identities of the findings about a resource: its entry in
// resource_changes and, if the policy reads them, its change outside of Terraform and its configuration. Each part
// contains only what the policy may read.
func (s *identitySearch) partsOf(resource *comparedResource) map[string]any {
	parts := map[string]any{"entry": s.readMembersOf(resource.entry), "change": s.changePartOf(memberOf(resource.entry, "change"))}
	if s.readsPlan("resource_drift") {
		parts["drift"] = s.changePartOf(resource.drift)
	}
	if configured := s.configured[instanceKey.ReplaceAllString(resource.address, "")]; configured != nil {
		parts["configuration"] = s.readMembersOf(configured)
		parts["expressions"] = s.readAttributesOf(memberOf(configured, "expressions"))
	}
	return parts
}

// alwaysIdentifying contains the members of a change that belong to an identity even if the policy does not name them.
var alwaysIdentifying = words("actions after after_unknown")

// changePartOf returns the members of a change on which the policy can depend, with the attributes that it may read.
func (s *identitySearch) changePartOf(change ast.Value) map[string]any {
	part := map[string]any{}
	eachMember(change, func(name string, values ast.Value) {
		isPrior := name == "before" && s.readsPlan("prior_state")
		if alwaysIdentifying[name] || isPrior || s.readsMember(name) {
			part[name] = s.readAttributesOf(values)
		}
	})
	return part
}

// readMembersOf returns the members of an object that the policy may read, except members that contain attributes.
func (s *identitySearch) readMembersOf(object ast.Value) map[string]any {
	read := map[string]any{}
	eachMember(object, func(name string, value ast.Value) {
		if name != "change" && name != "expressions" && s.readsMember(name) {
			read[name] = plainOf(value)
		}
	})
	return read
}

// readAttributesOf returns the attributes or other members in an object that the policy may read. It returns any other
// value unchanged.
func (s *identitySearch) readAttributesOf(values ast.Value) any {
	if _, isObject := values.(ast.Object); !isObject && values != nil {
		return plainOf(values)
	}
	read := map[string]any{}
	eachMember(values, func(name string, value ast.Value) {
		if s.readsMember(name) {
			read[name] = plainOf(value)
		}
	})
	return read
}

// readsMember reports whether the policy may read a member of an entry or an attribute of a resource.
func (s *identitySearch) readsMember(name string) bool {
	return s.readsAll || s.names.readsAttribute(name)
}

// readsPlan reports whether the policy may read a member of the plan.
func (s *identitySearch) readsPlan(name string) bool {
	return s.reads.isIterated || s.reads.names[name] || s.reads.isWhole && (s.readsAll || s.names.names(name))
}

// plainOf returns a value of the input as maps, slices and scalars.
func plainOf(value ast.Value) any {
	plain, err := ast.JSON(value)
	if err != nil {
		panic(err)
	}
	return plain
}

// lastKey matches the instance key at the end of an address.
var lastKey = regexp.MustCompile(keyPattern + "$")

// sharedAddresses returns the addresses that do not identify one resource. This has two causes: a policy can write the
// address of another resource without its modules or instance keys, and the author of the plan can write an address in
// an attribute or an index of another resource, which a policy can report.
func (c *comparedPlan) sharedAddresses() map[string]bool {
	if c.shared != nil {
		return c.shared
	}
	c.shared = map[string]bool{}
	for address := range c.addresses {
		local := localPrefix.ReplaceAllString(address, "")
		for _, short := range []string{
			local, lastKey.ReplaceAllString(local, ""), lastKey.ReplaceAllString(address, ""), instanceKey.ReplaceAllString(address, ""),
		} {
			if short != address {
				c.shared[short] = true
			}
		}
	}
	eachElement(memberOf(c.plan, "resource_changes"), func(entry ast.Value) {
		for _, name := range []string{"index", "change"} {
			if part := termAt(entry, name); part != nil {
				c.addWrittenAddresses(part)
			}
		}
	})
	return c.shared
}

// addWrittenAddresses searches the texts in a part of the plan for addresses and adds them to the shared addresses.
func (c *comparedPlan) addWrittenAddresses(part *ast.Term) {
	ast.WalkTerms(part, func(term *ast.Term) bool {
		text, isText := term.Value.(ast.String)
		if isText && strings.Contains(string(text), ".") {
			addAddresses(string(text), c.addresses, c.shared)
		}
		return false
	})
}
