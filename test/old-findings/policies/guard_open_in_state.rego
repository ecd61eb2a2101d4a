package guard_open_in_state

deny contains sprintf("%s is open", [r.address]) if {
	some r in input.plan.resource_changes
	some g in input.plan.prior_state.values.root_module.resources
	g.values.mode == "none"
	g.values.bucket == r.change.after.name
}
