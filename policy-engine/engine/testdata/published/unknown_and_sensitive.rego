package unknown_and_sensitive

deny contains message if {
	some change in input.plan.resource_changes
	some name
	change.change.after_unknown[name] == true
	change.change.before_sensitive[name]
	change.change.after_sensitive.settings[0].password
	change.change.before.settings[_][name] != change.change.after.settings[_][name]
	message := sprintf("%s: %s", [change.address, name])
}

replaced[change.address] := paths if {
	some change in input.plan.resource_changes
	paths := change.change.replace_paths[_][0]
}
