package modules

all_modules contains module if {
	module := input.plan.planned_values.root_module
}

all_modules contains module if {
	some parent in [input.plan.planned_values.root_module]
	module := parent.child_modules[_]
}

deny contains message if {
	some module in all_modules
	some resource in module.resources
	resource.values.acl == "public-read"
	resource.sensitive_values.password
	not resource.index
	message := sprintf("%s is public", [resource.address])
}

deny contains name if {
	some name, call in input.plan.configuration.root_module.module_calls
	not call.version_constraint
	call.module.resources[_].expressions.acl.constant_value == "public-read"
}
