package lib.plan

# METADATA
# description: The resources of a type that the plan creates or changes.
changes(type) := [change |
	some change in input.plan.resource_changes
	change.type == type
	change.change.actions != ["no-op"]
]
