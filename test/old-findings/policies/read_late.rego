package read_late

deny contains sprintf("%s is read late", [r.address]) if {
	some r in input.plan.resource_changes
	r.change.actions == ["read"]
}
