package not_listed

deny contains sprintf("%s is missing", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	not r.change.after.name in listed
}

listed contains name if {
	some d in input.plan.prior_state.values.root_module.resources
	d.type == "lab_names"
	some name in d.values.names
}
