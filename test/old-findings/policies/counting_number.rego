package counting_number

deny contains sprintf("%s is one of %d", [address, count(public)]) if {
	count(public) > 1
	some address in public
}

public contains r.address if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
}
