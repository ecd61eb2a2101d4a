package no_dependency

deny contains sprintf("%s waits for nothing", [r.address]) if {
	some r in input.plan.prior_state.values.root_module.resources
	r.type == "lab_bucket"
	not r.depends_on
}
