package counting

deny contains sprintf("%s is one of too many", [address]) if {
	count(public) > 1
	some address in public
}

public contains r.address if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
}
