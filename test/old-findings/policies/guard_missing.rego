package guard_missing

deny contains sprintf("%s is open", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	not is_guarded(r.change.after.name)
}

is_guarded(name) if {
	some g in input.plan.resource_changes
	g.type == "lab_guard"
	g.change.after.bucket == name
	g.change.after.mode == "full"
}
