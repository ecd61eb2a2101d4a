package dynamic_keys

deny contains key if {
	some key in ["resource_changes", "resource_drift", "somewhere_else"]
	some change in input.plan[key]
	"delete" in change.change.actions
}

deny contains part if {
	some part, document in input
	document.format_version
	document.workspace.name
}
