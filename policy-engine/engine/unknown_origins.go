package engine

import (
	"regexp"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// described returns the attribute with its origin in the configuration.
func (x *examination) described(leaf *unknownLeaf, how string) UnknownAttribute {
	attribute := UnknownAttribute{Address: leaf.address, Attribute: leaf.at.String(), How: how}
	expression := expressionOf(leaf, memberOf(memberOf(leaf.plan.in(x.document), "configuration"), "root_module"))
	if expression == nil {
		return attribute
	}
	attribute.IsWritten = true
	if references, ok := memberOf(expression, "references").(*ast.Array); ok && references.Len() > 0 {
		from, _ := references.Elem(0).Value.(ast.String)
		attribute.From = string(from)
	}
	return attribute
}

// moduleStep matches the first module of an address, such as module.a["x"]. in module.a["x"].aws_s3_bucket.b.
var moduleStep = regexp.MustCompile(`^module\.([^.\[]+)(?:\[(?:[0-9]+|"(?:[^"\\]|\\.)*")\])?\.`)

// instanceKey matches the key at the end of an address, such as [0].
var instanceKey = regexp.MustCompile(`\[(?:[0-9]+|"(?:[^"\\]|\\.)*")\]$`)

// expressionOf returns the expression of an attribute in the configuration; nil if there is none.
func expressionOf(leaf *unknownLeaf, root ast.Value) ast.Value {
	if leaf.kind == "" {
		return memberOf(memberOf(memberOf(root, "outputs"), strings.TrimPrefix(leaf.address, "output.")), "expression")
	}
	module, address := root, leaf.address
	for match := moduleStep.FindStringSubmatch(address); match != nil; match = moduleStep.FindStringSubmatch(address) {
		module = memberOf(memberOf(memberOf(module, "module_calls"), match[1]), "module")
		address = address[len(match[0]):]
	}
	address = instanceKey.ReplaceAllString(address, "")
	var expressions ast.Value
	eachElement(memberOf(module, "resources"), func(resource ast.Value) {
		if name, ok := memberOf(resource, "address").(ast.String); ok && string(name) == address {
			expressions = memberOf(resource, "expressions")
		}
	})
	return expressionAt(expressions, leaf.at)
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
		// A block of which there can be only one stands in the configuration without an index.
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
