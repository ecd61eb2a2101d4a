package together

deny contains sprintf("%s and %s", [r.address, g.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	some g in input.plan.resource_changes
	g.type == "lab_guard"
}
