package checks

deny contains message if {
	some check in input.plan.checks
	check.status == "fail"
	some instance in check.instances
	some problem in instance.problems
	message := sprintf("%s: %s", [check.address.to_display, problem.message])
}

deny contains "deferred" if {
	some deferred in input.plan.deferred_changes
	deferred.resource_change.change.actions[_] == "create"
}
