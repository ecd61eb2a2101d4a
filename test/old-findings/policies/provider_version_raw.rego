package provider_version_raw

deny contains sprintf("%s has a provider of any release", [r.address]) if {
	some r in input.resource_changes
	r.change.after
	not input.configuration.provider_config.lab.version_constraint
}
