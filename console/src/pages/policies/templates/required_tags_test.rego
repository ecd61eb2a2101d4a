package required_tags_test

import data.required_tags

plan_with(after) := {"plan": {"resource_changes": [{
	"address": "aws_instance.web",
	"type": "aws_instance",
	"change": {"actions": ["create"], "after": after},
}]}}

test_bad_example_fails if {
	some finding in required_tags.deny with input as plan_with({"tags": {"owner": "web", "cost-center": ""}})
	finding.message == "aws_instance.web has no tag cost-center"
}

test_no_tags_at_all_fail if {
	count(required_tags.deny) == 1 with input as plan_with({"tags": null, "tags_all": null})
}

test_good_example_passes if {
	count(required_tags.deny) == 0 with input as plan_with({"tags": {"owner": "web", "cost-center": "4711"}})
}

test_default_tags_count if {
	all_tags := {"owner": "web", "cost-center": "4711"}
	count(required_tags.deny) == 0 with input as plan_with({"tags": null, "tags_all": all_tags})
}

test_resources_without_tags_pass if {
	count(required_tags.deny) == 0 with input as plan_with({"length": 16})
}
