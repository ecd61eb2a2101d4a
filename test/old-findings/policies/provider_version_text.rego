package provider_version_text

deny contains sprintf("%s has a provider of any release", [r.address]) if {
	some r in input.plan.resource_changes
	not contains(json.marshal(input.plan), "version_constraint")
}
