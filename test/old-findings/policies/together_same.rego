package together_same

deny contains sprintf("%s, see %s", [r.address, r.address]) if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
}
