package walked

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	walk(r.change.after, [_, value])
	value == "public-read"
}
