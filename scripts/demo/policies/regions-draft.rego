package regions

allowed := {"eu-central-1", "eu-west-1", "eu-north-1"}

deny contains message if {
	region := input.plan.variables.region.value
	not region in allowed
	message := sprintff("%s is not one of our regions", [region])
}
