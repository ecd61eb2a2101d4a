package with_input

plan := {"resource_changes": [{"address": "a", "anything": true}]}

deny contains change.address if some change in input.plan.resource_changes

selfcheck if count(deny) == 1 with input as {"plan": plan}

selfcheck if count(deny) == 1 with input.plan as plan with input.run.something as 1

anything contains change.anything if some change in plan.resource_changes
