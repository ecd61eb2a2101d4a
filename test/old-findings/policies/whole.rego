package whole

plan := input.plan

deny contains sprintf("%s is public", [r.address]) if {
	some r in plan.resource_changes
	startswith(r.change.after.acl, "public")
}
