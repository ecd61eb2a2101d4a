package by_parameter

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	startswith(r.change.after[input.parameters.attribute], "public")
}
