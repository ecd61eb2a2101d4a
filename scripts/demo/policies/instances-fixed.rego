package instances

vcpus := {"t3.small": 2, "m5.xlarge": 4, "m5.4xlarge": 16}

# The first that applies: with two rules, production workspaces of the team "web" had two limits.
default limit := 2

limit := 8 if input.run.workspace.tag_bindings.stage == "production"

deny contains message if {
	some change in input.plan.resource_changes
	change.type == "aws_instance"
	vcpus[change.change.after.instance_type] > limit
	message := sprintf("%s has more than %d vCPUs", [change.address, limit])
}
