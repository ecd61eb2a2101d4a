package tagged

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
	not r.change.after.tags.public
}
