package allowed_regions_test

import data.allowed_regions

plan_in(region) := {"plan": {"configuration": {"provider_config": {"aws": {
	"name": "aws",
	"expressions": {"region": {"constant_value": region}},
}}}}}

plan_with_variable(region) := {"plan": {
	"variables": {"region": {"value": region}},
	"configuration": {"provider_config": {"aws": {
		"name": "aws",
		"expressions": {"region": {"references": ["var.region"]}},
	}}},
}}

test_bad_example_fails if {
	some finding in allowed_regions.deny with input as plan_in("us-east-1")
	finding.message == "A provider is in the region us-east-1"
}

test_good_example_passes if {
	count(allowed_regions.deny) == 0 with input as plan_in("eu-central-1")
}

test_region_of_a_variable_counts if {
	count(allowed_regions.deny) == 1 with input as plan_with_variable("us-east-1")
	count(allowed_regions.deny) == 0 with input as plan_with_variable("eu-west-1")
}

test_region_of_a_resource_counts if {
	resource := {"address": "aws_s3_bucket.logs", "change": {"after": {"region": "us-east-1"}}}
	some finding in allowed_regions.deny with input as {"plan": {"resource_changes": [resource]}}
	finding.address == "aws_s3_bucket.logs"
}
