package no_attribute

deny contains sprintf("%s is unsafe", [r.address]) if {
	some r in input.plan.resource_changes
	r.type == "lab_bucket"
	not "private" in {value | some value in r.change.after}
}
