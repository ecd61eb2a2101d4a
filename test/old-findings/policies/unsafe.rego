package unsafe

deny contains sprintf("%s is unsafe", [r.address]) if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
}

deny contains sprintf("%s is unsafe", [r.address]) if {
	some r in input.plan.resource_changes
	r.change.after.force_destroy
}
