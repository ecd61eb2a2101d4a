package open_rules

checked := ["rule.0.encrypted", "rule.1.encrypted"]

deny contains sprintf("%s is open", [r.address]) if {
	some r in input.plan.resource_changes
	some path in checked
	[block, index, name] := split(path, ".")
	object.get(r.change.after, [block, to_number(index), name], true) == false
}
