package tags

deny contains message if {
	some change in input.plan.resource_changes
	tags := change.change.after.tags
	not tags.Owner
	message := sprintf("%s has no tag Owner", [change.address])
}
