package has_moved

deny contains sprintf("%s has moved", [r.address]) if {
	some r in input.plan.resource_changes
	r.previous_address
}
