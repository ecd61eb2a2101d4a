package engine

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// placedResource is a resource in planned_values or in prior_state, with the addresses of the modules that contain it,
// outermost first.
type placedResource struct {
	modules []string
	value   ast.Value
}

// stateOf returns the managed resources in planned_values, or in the values of prior_state, that are not imported. They
// have no dependencies.
func (c *comparedPlan) stateOf(values ast.Value) []placedResource {
	found := []placedResource{}
	var add func(module ast.Value, modules []string)
	add = func(module ast.Value, modules []string) {
		eachElement(memberOf(module, "resources"), func(resource ast.Value) {
			known := c.resources[textAt(resource, "address")]
			switch {
			case textAt(resource, "mode") != managedMode:
				c.dataTypes[textAt(resource, "type")] = c.dataTypes[textAt(resource, "type")]
			case known == nil || known.reason != newImported:
				value := changedMembers(resource, map[string]*ast.Term{dependenciesKey: nil}).Value
				found = append(found, placedResource{modules, value})
			}
		})
		eachElement(memberOf(module, "child_modules"), func(child ast.Value) {
			add(child, append(modules[:len(modules):len(modules)], textAt(child, "address")))
		})
	}
	add(memberOf(values, "root_module"), nil)
	return found
}

// placedBefore returns a resource of the state as it was before the plan and before changes outside of Terraform: with
// its former address and with the former values of attributes. It returns none if the address is malformed.
func (c *comparedPlan) placedBefore(resource placedResource, attributes func(*comparedResource) []string) []placedResource {
	known := c.resources[textAt(resource.value, "address")]
	if known == nil || memberOf(resource.value, "deposed_key") != nil {
		return []placedResource{resource}
	}
	members := map[string]*ast.Term{}
	if known.drift != nil {
		names := attributes(known)
		members["values"] = reverted(termAt(resource.value, "values"), known.drift, "before", names)
		members["sensitive_values"] = reverted(termAt(resource.value, "sensitive_values"), known.drift, "before_sensitive", names)
	}
	if known.previous != "" {
		place, isAddress := placeOfAddress(known.previous)
		if !isAddress {
			return nil
		}
		resource.modules = place.modules
		for name, member := range place.members() {
			members[name] = member
		}
	}
	if len(members) > 0 {
		resource.value = changedMembers(resource.value, members).Value
	}
	return []placedResource{resource}
}

// deletedResource returns the resource of the state that was deleted outside of Terraform.
func deletedResource(entry ast.Value) placedResource {
	change := memberOf(entry, "change")
	place, _ := placeOfAddress(textAt(entry, "address"))
	return placedResource{place.modules, changedMembers(picked(entry, "address", "mode", "type", "name", "index", "provider_name"), map[string]*ast.Term{
		"values": termAt(change, "before"), "sensitive_values": termAt(change, "before_sensitive"),
	}).Value}
}

// stateModule is a module in planned_values or prior_state.
type stateModule struct {
	resources []*ast.Term
	children  []string
}

// valuesWith returns an object in the form of planned_values that contains the given resources in their modules.
func valuesWith(resources []placedResource) *ast.Term {
	modules := map[string]*stateModule{"": {}}
	for _, each := range resources {
		parent := ""
		for _, address := range each.modules {
			if modules[address] == nil {
				modules[address] = &stateModule{}
				modules[parent].children = append(modules[parent].children, address)
			}
			parent = address
		}
		modules[parent].resources = append(modules[parent].resources, ast.NewTerm(each.value))
	}
	var termOf func(address string) *ast.Term
	termOf = func(address string) *ast.Term {
		members := [][2]*ast.Term{}
		if address != "" {
			members = append(members, [2]*ast.Term{ast.StringTerm("address"), ast.StringTerm(address)})
		}
		module := modules[address]
		if len(module.resources) > 0 {
			members = append(members, [2]*ast.Term{ast.StringTerm("resources"), ast.ArrayTerm(module.resources...)})
		}
		children := []*ast.Term{}
		for _, child := range module.children {
			children = append(children, termOf(child))
		}
		if len(children) > 0 {
			members = append(members, [2]*ast.Term{ast.StringTerm("child_modules"), ast.ArrayTerm(children...)})
		}
		return ast.ObjectTerm(members...)
	}
	return ast.ObjectTerm([2]*ast.Term{ast.StringTerm("root_module"), termOf("")})
}

// addressPlace contains the parts of the address of a resource.
type addressPlace struct {
	// modules contains the addresses of the modules that contain the resource, outermost first.
	modules             []string
	address, kind, name string
	// index is the key of the instance. It is nil if there is none.
	index *ast.Term
}

var (
	wholeAddress = regexp.MustCompile(`^((?:module\.[^.\[]+(?:` + keyPattern + `)?\.)*)([^.\[]+)\.([^.\[]+)(` + keyPattern + `)?$`)
	moduleStep   = regexp.MustCompile(`module\.[^.\[]+(?:` + keyPattern + `)?\.`)
)

// placeOfAddress parses the address of a managed resource.
func placeOfAddress(address string) (addressPlace, bool) {
	parts := wholeAddress.FindStringSubmatch(address)
	if parts == nil {
		return addressPlace{}, false
	}
	place := addressPlace{address: address, kind: parts[2], name: parts[3]}
	for _, step := range moduleStep.FindAllStringIndex(parts[1], -1) {
		place.modules = append(place.modules, parts[1][:step[1]-1])
	}
	key := strings.TrimSuffix(strings.TrimPrefix(parts[4], "["), "]")
	switch text, err := strconv.Unquote(key); {
	case key == "":
	case err == nil:
		// Terraform doubles the first character of a template sequence in a key.
		place.index = ast.StringTerm(strings.NewReplacer("$${", "${", "%%{", "%{").Replace(text))
	default:
		place.index = ast.NumberTerm(json.Number(key))
	}
	return place, true
}

// members returns the members of a resource that can be derived from its address.
func (p addressPlace) members() map[string]*ast.Term {
	return map[string]*ast.Term{
		"address": ast.StringTerm(p.address), "type": ast.StringTerm(p.kind), "name": ast.StringTerm(p.name), "index": p.index,
	}
}

// module returns the address of the module that contains the resource. It returns nil for the root module.
func (p addressPlace) module() *ast.Term {
	if len(p.modules) == 0 {
		return nil
	}
	return ast.StringTerm(p.modules[len(p.modules)-1])
}
