# METADATA
# title: Required tags
# description: Every resource that can have tags names its owner and its cost center.
# custom:
#   severity: low
#   remediation: Add the missing tags to the resource, or to the default tags of its provider.
package required_tags

required := {"owner", "cost-center"}

deny contains finding if {
	some resource in input.plan.resource_changes
	tags := tags_of(resource.change.after)
	missing := required - {key | some key, value in tags; value != ""}
	count(missing) > 0
	finding := {
		"address": resource.address,
		"attribute": "tags",
		"message": sprintf("%s has no tag %s", [resource.address, concat(", ", sort(missing))]),
	}
}

# With the default tags of the provider, where it has them.
tags_of(after) := after.tags_all if after.tags_all != null

else := after.tags
