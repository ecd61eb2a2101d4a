package no_owner

deny contains sprintf("%s belongs to nobody", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	not input.plan.planned_values.outputs.owner
}
