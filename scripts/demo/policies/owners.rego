# METADATA
# title: An owner for everything
# description: Every resource that can have tags names its owner.
# custom:
#   severity: low
#   remediation: Add the tag Owner with the name of your team.
package owners

deny contains message if {
	some change in input.plan.resource_changes
	tags := change.change.after.tags
	not tags.Owner
	message := sprintf("%s has no tag Owner", [change.address])
}
