package thousand

deny contains sprintf("%s is public: %d", [r.address, number]) if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
	some number in numbers.range(1, 1001)
}
