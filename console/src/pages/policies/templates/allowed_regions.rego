# METADATA
# title: Allowed regions
# description: Providers and resources are in the regions that the company uses.
# custom:
#   severity: high
#   remediation: Set the region of the provider to one of the allowed regions.
package allowed_regions

allowed := {"eu-central-1", "eu-west-1"}

deny contains finding if {
	some region in regions
	not region in allowed
	finding := {"message": sprintf("A provider is in the region %s", [region])}
}

deny contains finding if {
	some resource in input.plan.resource_changes
	region := resource.change.after.region
	not region in allowed
	finding := {
		"address": resource.address,
		"attribute": "region",
		"message": sprintf("%s is in the region %s", [resource.address, region]),
	}
}

# The regions of the providers: constants, and values of variables.
regions contains provider.expressions.region.constant_value if {
	some provider in input.plan.configuration.provider_config
}

regions contains input.plan.variables[trim_prefix(reference, "var.")].value if {
	some provider in input.plan.configuration.provider_config
	some reference in provider.expressions.region.references
}
