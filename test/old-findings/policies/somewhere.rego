package somewhere

deny contains "there is something public" if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
}
