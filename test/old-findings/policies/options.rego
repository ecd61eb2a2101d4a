package options

deny contains sprintf("%s keeps no releases", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	not r.change.after.options.versioning
}
