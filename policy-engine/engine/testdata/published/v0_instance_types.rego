package terraform.policies.instance_types

import input.plan as tfplan

allowed_types := ["t3.micro", "t3.small", "m5.large"]

contains_type(list, elem) {
	list[_] = elem
}

resources[resource_type] = all {
	resource_type := "aws_instance"
	all := [r | r := tfplan.resource_changes[_]; r.type == resource_type]
}

deny[msg] {
	r := resources["aws_instance"][_]
	r.mode == "managed"
	not contains_type(allowed_types, r.change.after.instance_type)
	msg := sprintf("%s: %s is not one of the allowed instance types", [r.address, r.change.after.instance_type])
}
