package error_without_changes

# Without the attribute that the plan changes, both rules have a value, and the evaluation fails.
state := "guarded" if {
	some r in input.plan.resource_changes
	r.type == "lab_guard"
}

state := "open" if {
	some r in input.plan.resource_changes
	r.type == "lab_guard"
	not r.change.after.mode
}

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
	state == "guarded"
}
