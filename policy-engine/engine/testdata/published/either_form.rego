package either_form

changes := input.plan.resource_changes

changes := input.resource_changes

deny contains change.address if some change in changes
