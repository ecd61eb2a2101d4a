package by_data

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	some name in data.checked.attributes
	startswith(r.change.after[name], "public")
}
