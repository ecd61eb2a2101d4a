package data_document

import data.limits

deny contains message if {
	some change in input.plan.resource_changes
	limit := data.allowed[change.type].maximum
	change.change.after.size > limit
	limits.enabled
	message := change.name
}
