package spared_state

deny contains sprintf("%s is public", [r.address]) if {
	some m in input.plan.prior_state.values.root_module.child_modules
	m.address != "module.legacy"
	some r in m.resources
	startswith(r.values.acl, "public")
}
