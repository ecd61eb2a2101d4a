package walked_whole

deny contains sprintf("%s is public", [plan.address]) if {
	walk(input, [_, plan])
	startswith(plan.change.after.acl, "public")
}
