package prior_state

existing contains resource.address if {
	some resource in input.plan.prior_state.values.root_module.resources
	resource.tainted
}

deny contains message if {
	some name
	old := input.plan.prior_state.values.outputs[name].value
	new := input.plan.planned_values.outputs[name].value
	old != new
	message := sprintf("the output %s changes", [name])
}
