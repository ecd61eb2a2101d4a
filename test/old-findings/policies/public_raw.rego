package public_raw

deny contains sprintf("%s is public", [r.address]) if {
	some r in input.resource_changes
	startswith(r.change.after.acl, "public")
}
