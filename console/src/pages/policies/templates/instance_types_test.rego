package instance_types_test

import data.instance_types

plan_with(type) := {"plan": {"resource_changes": [{
	"address": "aws_instance.web",
	"type": "aws_instance",
	"change": {"actions": ["create"], "after": {"instance_type": type}},
}]}}

test_bad_example_fails if {
	some finding in instance_types.deny with input as plan_with("m7i.48xlarge")
	finding.message == "aws_instance.web is a m7i.48xlarge"
}

test_good_example_passes if {
	count(instance_types.deny) == 0 with input as plan_with("t3.small")
}
