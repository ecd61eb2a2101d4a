package functions

resources(kind) := [change |
	some change in input.plan.resource_changes
	change.type == kind
]

by_address := {change.address: change | some change in input.plan.resource_changes}

deny contains message if {
	some bucket in resources("aws_s3_bucket")
	configured := by_address[bucket.address].change.after
	configured.force_destroy
	message := bucket.address
}

counts[kind] := count(resources(kind)) if some kind in {change.type | some change in input.plan.resource_changes}
