package listed

deny contains sprintf("%s is listed", [r.address]) if {
	some r in input.plan.resource_changes
	some listed in input.plan.prior_state.values.root_module.resources
	listed.mode == "data"
	r.change.after.name in listed.values.names
}
