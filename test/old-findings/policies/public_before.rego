package public_before

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	startswith(r.change.before.acl, "public")
}
