package provider_version

deny contains sprintf("%s has a provider of any release", [r.address]) if {
	some r in input.plan.resource_changes
	r.change.after
	not input.plan.configuration.provider_config.lab.version_constraint
}
