package actions

creates contains change if {
	change := input.plan.resource_changes[_]
	input.plan.resource_changes[_].change.actions[_] == "create"
}

deny contains message if {
	some index, change in input.plan.resource_changes
	change.change.actions in [["delete", "create"], ["create", "delete"]]
	message := sprintf("%d: %s is replaced because of %v", [index, change.address, change.action_reason])
}

deny contains message if {
	some change in input.plan.resource_drift
	"delete" in change.change.actions
	message := sprintf("%s was deleted outside", [change.previous_address])
}
