package object_get

deny contains message if {
	some change in object.get(input.plan, "resource_changes", [])
	tags := object.get(change.change, ["after", "tags"], {})
	object.get(change, "module_address", "") == ""
	object.get(change, "no_such_member", null) == null
	count(tags) == 0
	message := change.address
}

outputs := object.get(object.get(input, "plan", {}), "output_changes", {})

deny contains name if {
	some name, change in outputs
	change.after_sensitive
}
