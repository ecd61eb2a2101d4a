package sensitive_acl

deny contains sprintf("%s is hidden", [r.address]) if {
	some r in input.plan.resource_changes
	r.change.after_sensitive.acl
}
