package terraform.analysis

import input as tfplan

blast_radius = 30

weights = {
	"aws_autoscaling_group": {"delete": 100, "create": 10, "modify": 1},
	"aws_instance": {"delete": 10, "create": 1, "modify": 1},
}

resource_types = {"aws_autoscaling_group", "aws_instance", "aws_iam"}

default authz = false

authz {
	score < blast_radius
	not touches_iam
}

score = s {
	all := [x |
		some resource_type
		crud := weights[resource_type]
		del := crud["delete"] * num_deletes[resource_type]
		new := crud["create"] * num_creates[resource_type]
		mod := crud["modify"] * num_modifies[resource_type]
		x := (del + new) + mod
	]
	s := sum(all)
}

touches_iam {
	all := resources["aws_iam"]
	count(all) > 0
}

resources[resource_type] = all {
	some resource_type
	resource_types[resource_type]
	all := [name |
		name := tfplan.resource_changes[_]
		name.type == resource_type
	]
}

num_creates[resource_type] = num {
	some resource_type
	resource_types[resource_type]
	all := resources[resource_type]
	creates := [res | res := all[_]; res.change.actions[_] == "create"]
	num := count(creates)
}

num_deletes[resource_type] = num {
	some resource_type
	resource_types[resource_type]
	all := resources[resource_type]
	deletions := [res | res := all[_]; res.change.actions[_] == "delete"]
	num := count(deletions)
}

num_modifies[resource_type] = num {
	some resource_type
	resource_types[resource_type]
	all := resources[resource_type]
	modifies := [res | res := all[_]; res.change.actions[_] == "update"]
	num := count(modifies)
}
