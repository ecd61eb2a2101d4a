package every_and_not

import rego.v1

required := {"Owner", "CostCenter"}

deny contains message if {
	some change in input.plan.resource_changes
	not has_all_tags(change)
	message := sprintf("%s lacks tags", [change.address])
}

has_all_tags(change) if {
	every tag in required {
		change.change.after.tags[tag]
	}
}

has_all_tags(change) if every action in change.change.actions { action == "no-op" }

all_managed if {
	every change in input.plan.resource_changes {
		change.mode == "managed"
		not change.change.importing.id
	}
}
