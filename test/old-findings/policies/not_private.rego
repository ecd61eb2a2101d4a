package not_private

deny contains sprintf("%s is not restricted", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	not r.change.after.acl == "private"
}
