package destroy_run

deny contains sprintf("%s is part of the end", [r.address]) if {
	some r in input.plan.resource_changes
	input.run.is_destroy
}
