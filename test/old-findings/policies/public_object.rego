package public_object

deny contains {"resource": r.address, "fact": "t3.micro is small"} if {
	some r in input.plan.resource_changes
	startswith(r.change.after.acl, "public")
}
