package provider_version_whole

plan := input.plan

deny contains sprintf("%s has a provider of any release", [r.address]) if {
	some r in plan.resource_changes
	r.change.after
	not object.get(plan, "configuration", {}).provider_config.lab.version_constraint
}
