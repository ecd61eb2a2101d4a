package guard_missing_in_state

deny contains sprintf("%s is open", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	not is_guarded(r.change.after.name)
}

is_guarded(name) if {
	some g in input.plan.prior_state.values.root_module.resources
	g.type == "lab_guard"
	g.values.bucket == name
	g.values.mode == "full"
}
