package guard_open

deny contains sprintf("%s is open", [r.address]) if {
	some r in input.plan.resource_changes
	some g in input.plan.resource_changes
	g.type == "lab_guard"
	g.change.after.mode == "none"
	g.change.after.bucket == r.change.after.name
}
