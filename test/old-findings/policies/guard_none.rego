package guard_none

deny contains sprintf("%s does nothing", [r.address]) if {
	some r in input.plan.resource_changes
	r.change.after.mode == "none"
}
