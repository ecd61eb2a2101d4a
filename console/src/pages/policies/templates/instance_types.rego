# METADATA
# title: Allowed instance types
# description: Machines are of the types that the company uses.
# custom:
#   severity: medium
#   remediation: Choose one of the allowed types.
package instance_types

allowed := {"t3.small", "t3.medium", "m7i.large"}

deny contains finding if {
	some resource in input.plan.resource_changes
	resource.type == "aws_instance"
	type := resource.change.after.instance_type
	not type in allowed
	finding := {
		"address": resource.address,
		"attribute": "instance_type",
		"message": sprintf("%s is a %s", [resource.address, type]),
	}
}
