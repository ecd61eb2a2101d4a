package provider_version_iterated

deny contains sprintf("%s has a provider of any release", [r.address]) if {
	some r in input.plan.resource_changes
	count(constraints) == 0
}

constraints contains constraint if {
	some value in input.plan
	constraint := value.provider_config.lab.version_constraint
}
