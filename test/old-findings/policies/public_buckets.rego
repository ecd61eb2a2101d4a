package public_buckets

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	startswith(r.change.after.acl, "public")
}
