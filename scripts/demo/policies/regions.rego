package regions

allowed := {"eu-central-1", "eu-west-1"}

deny contains message if {
	region := input.plan.variables.region.value
	not region in allowed
	message := sprintf("%s is not one of our regions", [region])
}
