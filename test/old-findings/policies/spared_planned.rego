package spared_planned

deny contains sprintf("%s is public", [r.address]) if {
	some m in input.plan.planned_values.root_module.child_modules
	m.address != "module.legacy"
	some r in m.resources
	startswith(r.values.acl, "public")
}
