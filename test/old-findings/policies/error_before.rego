package error_before

# In a plan that changes nothing, both rules have a value, and the evaluation fails.
state := "quiet" if not is_changing

state := "kept" if {
	some r in input.plan.resource_changes
	r.change.actions == ["no-op"]
}

is_changing if {
	some r in input.plan.resource_changes
	r.change.actions == ["update"]
}

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
	state == "kept"
}
