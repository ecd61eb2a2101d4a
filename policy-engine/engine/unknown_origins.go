package engine

import "github.com/open-policy-agent/opa/v1/ast"

// described returns the first attributes on which the policy depends, with their origins in the configuration. Attributes
// for which the configuration has an expression come first.
func (x *examination) described() []UnknownAttribute {
	expressions := map[string]map[string]ast.Value{}
	written, computed := []UnknownAttribute{}, []UnknownAttribute{}
	for _, leaf := range x.leaves {
		if x.request.Masked {
			computed = append(computed, UnknownAttribute{Address: leaf.owner(), Attribute: leaf.below(), How: x.how[leaf]})
			continue
		}
		known := expressions[leaf.plan.String()]
		if known == nil {
			known = expressionsOf(memberOf(memberOf(leaf.plan.in(x.parts[leaf.part].Value), "configuration"), "root_module"))
			expressions[leaf.plan.String()] = known
		}
		attribute := UnknownAttribute{Address: leaf.address, Attribute: leaf.at.String(), How: x.how[leaf]}
		expression := expressionAt(known[instanceKey.ReplaceAllString(leaf.address, "")], leaf.at)
		if leaf.kind == "" {
			expression = known[leaf.address]
		}
		if attribute.IsWritten = expression != nil; !attribute.IsWritten {
			computed = append(computed, attribute)
			continue
		}
		if references, ok := memberOf(expression, "references").(*ast.Array); ok && references.Len() > 0 {
			from, _ := references.Elem(0).Value.(ast.String)
			attribute.From = string(from)
		}
		written = append(written, attribute)
	}
	all := append(written, computed...)
	return all[:min(len(all), maxDepended)]
}

// expressionsOf returns the expressions in a configuration by the addresses of resources and outputs. The addresses have
// no keys of instances.
func expressionsOf(root ast.Value) map[string]ast.Value {
	found := map[string]ast.Value{}
	eachMember(memberOf(root, "outputs"), func(name string, output ast.Value) {
		if expression := memberOf(output, "expression"); expression != nil {
			found["output."+name] = expression
		}
	})
	addExpressions(root, "", found)
	return found
}

func addExpressions(module ast.Value, prefix string, found map[string]ast.Value) {
	eachElement(memberOf(module, "resources"), func(resource ast.Value) {
		if address, ok := memberOf(resource, "address").(ast.String); ok {
			found[prefix+string(address)] = memberOf(resource, "expressions")
		}
	})
	eachMember(memberOf(module, "module_calls"), func(name string, call ast.Value) {
		addExpressions(memberOf(call, "module"), prefix+"module."+name+".", found)
	})
}

// expressionAt follows the path of an attribute through nested blocks.
func expressionAt(block ast.Value, at valuePath) ast.Value {
	for len(at) > 0 {
		found := childOf(block, at[0])
		if found == nil {
			return nil
		}
		block, at = found, at[1:]
		if memberOf(block, "references") != nil || memberOf(block, "constant_value") != nil {
			return block
		}
		// A block of which there can be only one has no index in the configuration.
		if _, isArray := block.(*ast.Array); !isArray && len(at) > 0 {
			if _, isIndex := indexOf(at[0]); isIndex {
				at = at[1:]
			}
		}
	}
	if object, ok := block.(ast.Object); ok && object.Len() > 0 {
		return block
	}
	return nil
}
