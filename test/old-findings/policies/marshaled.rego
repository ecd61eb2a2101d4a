package marshaled

deny contains sprintf("%s is unsafe", [r.address]) if {
	some r in input.plan.resource_changes
	regex.match("public-read|true", json.marshal(r.change.after))
}
