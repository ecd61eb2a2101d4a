package terraform.policies.production_deletes

import input.plan as tfplan
import input.run as run

is_production {
	endswith(run.workspace.name, "-production")
}

array_contains(arr, elem) {
	arr[_] == elem
}

rule[address] {
	is_production
	change := tfplan.resource_changes[_]
	array_contains(change.change.actions, "delete")
	address := change.address
}
