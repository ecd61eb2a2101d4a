package engine

import "testing"

func TestUsesOfUnnamedAttributes(t *testing.T) {
	const rules = `
required := {"acl", "size"}
has(object, key) if object[key] != null
acl(values) := values.acl
attributes(values) := [key | some key, _ in values]
first(list) := list[0]
`
	for body, wanted := range map[string]bool{
		`r.change.after.acl == "x"`:                                                  false,
		`r.change.after.rule[_].cidr[_] == "x"`:                                      false,
		`some key, value in r.change.after.tags; startswith(key, value)`:             false,
		`r["change"]["after"]["acl"]`:                                                false,
		`r.change.after`:                                                             false,
		`not r.change.after`:                                                         false,
		`r.change.after != null`:                                                     false,
		`not is_null(r.change.after)`:                                                false,
		`after := r.change.after; after.acl == "x"`:                                  false,
		`change := r.change; change.after.acl == change.before.acl`:                  false,
		`object.get(r.change.after, "acl", "x") == "x"`:                              false,
		`object.get(r.change.after, ["acl", "x"], "x") == "x"`:                       false,
		`object.get(r, ["change", "after", "acl"], "x") == "x"`:                      false,
		`object.get(object.get(r, "change", {}), "after", {}).acl`:                   false,
		`acl(r.change.after) == "x"`:                                                 false,
		`has(r.change.after, "acl")`:                                                 false,
		`some key in required; not has(r.change.after, key)`:                         false,
		`some key in ["acl", "size"]; r.change.after[key]`:                           false,
		`some key in data.names; r.change.after[key]`:                                false,
		`every key in ["acl", "size"] { r.change.after[key] }`:                       false,
		`r.change.after[input.parameters.name]`:                                      false,
		`some name in input.parameters.names; r.change.after[name]`:                  false,
		`some when in ["before", "after"]; r.change[when].acl`:                       false,
		`some key, _ in r.change.after; key in {"acl", "size"}`:                      false,
		`count([1 | r.change.after.acl]) > 0`:                                        false,
		`r.change.actions[_] == "create"`:                                            false,
		`some m in input.plan.planned_values.root_module.resources; m.values.acl`:    false,
		`some key, value in r.change.after; contains(value, key)`:                    true,
		`r.change.after[_] == "x"`:                                                   true,
		`"x" in r.change.after`:                                                      true,
		`after := r.change.after; some key in ["x"]; not after[concat("", [key])]`:   true,
		`some when in ["before", "after"]; r.change[when][_] == "x"`:                 true,
		`some part in r.change; some value in part; value == "x"`:                    true,
		`r.change[_].acl == "x"`:                                                     true,
		`every value in r.change.after { value != "x" }`:                             true,
		`count(r.change.after) > 3`:                                                  true,
		`r.change.after != r.change.before`:                                          true,
		`before := r.change.before; before == r.change.after`:                        true,
		`r.change.before == r.change.after`:                                          true,
		`r.change.after == {"acl": "x"}`:                                             true,
		`object.keys(r.change.after) == {"acl"}`:                                     true,
		`some key in object.keys(r.change.after); startswith(key, "a")`:              true,
		`x := [r.change.after]; x[0][_] == "x"`:                                      true,
		`x := [after | after := r.change.after]; x[_][_] == "x"`:                     true,
		`object.get(r.change, "after", {})[_] == "x"`:                                true,
		`object.get(r, ["change", "after"], {})[_] == "x"`:                           true,
		`object.get(r.change.after, lower("ACL"), 1) == 1`:                           true,
		`has(r.change.after, lower("ACL"))`:                                          true,
		`has(r.change.after, "acl"); has(r.change.after, lower("SIZE"))`:             true,
		`attributes(r.change.after) != []`:                                           true,
		`first([r.change.after])[_] == "x"`:                                          true,
		`{"change": {"after": after}} = r; after[_] == "x"`:                          true,
		`some key, _ in r.change.after; not key in {"acl", "size"}`:                  true,
		`some key, _ in r.change.after; key != "acl"`:                                true,
		`some key, _ in r.change.after; count([1 | key == "acl"]) == 0`:              true,
		`some key, _ in r.change.after; not key == "acl"`:                            true,
		`some m in input.plan.planned_values.root_module.resources; m.values[_] > 1`: true,
		`json.filter(r.change.after, ["acl"]) != {}`:                                 true,
		`regex.match("x", sprintf("%v", [r.change.after]))`:                          true,
	} {
		source := "package p\n\ndeny contains r.address if {\n  some r in input.plan.resource_changes\n  " + body + "\n}\n" + rules
		compiled, err := compile(map[string]string{"p.rego": source}, data{})
		if err != nil {
			t.Fatal(err)
		}
		query, _ := parseQuery("data.p.deny")
		if got := compiled.usesUnnamedAttributes(query); got != wanted {
			t.Errorf("%s: %t", body, got)
		}
	}
}
