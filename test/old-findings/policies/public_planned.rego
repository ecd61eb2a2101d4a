package public_planned

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.planned_values.root_module.resources
	startswith(r.values.acl, "public")
}
