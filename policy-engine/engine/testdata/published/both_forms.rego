package both_forms

plan := object.get(input, "plan", input)

deny contains change.address if some change in plan.resource_changes

warn contains name if some name, _ in input.output_changes
