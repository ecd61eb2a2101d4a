package instances

vcpus := {"t3.small": 2, "m5.xlarge": 4, "m5.4xlarge": 16}

limit := 8 if input.run.workspace.tag_bindings.stage == "production"

limit := 2 if input.run.workspace.tag_bindings.team == "web"

deny contains message if {
	some change in input.plan.resource_changes
	change.type == "aws_instance"
	vcpus[change.change.after.instance_type] > limit
	message := sprintf("%s has more than %d vCPUs", [change.address, limit])
}
