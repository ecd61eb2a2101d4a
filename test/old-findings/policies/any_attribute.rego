package any_attribute

deny contains sprintf("%s is unsafe", [r.address]) if {
	some r in input.plan.resource_changes
	some value in r.change.after
	value in {"public-read", true}
}
