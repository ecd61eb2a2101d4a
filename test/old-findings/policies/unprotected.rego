package unprotected

deny contains sprintf("%s can get lost", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	r.change.after.protected != true
}

deny contains sprintf("%s can get lost", [r.address]) if {
	some r in input.plan.resource_changes
	r.change.actions == ["delete"]
	r.change.before.protected != true
}
