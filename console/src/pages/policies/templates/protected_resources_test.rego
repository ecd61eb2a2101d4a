package protected_resources_test

import data.protected_resources

plan_with(type, actions) := {"plan": {"resource_changes": [{
	"address": sprintf("%s.ledger", [type]),
	"type": type,
	"change": {"actions": actions},
}]}}

test_bad_example_fails if {
	some finding in protected_resources.deny with input as plan_with("aws_db_instance", ["delete", "create"])
	finding.message == "aws_db_instance.ledger would be deleted"
}

test_good_example_passes if {
	count(protected_resources.deny) == 0 with input as plan_with("aws_db_instance", ["update"])
}

test_other_resources_can_be_deleted if {
	count(protected_resources.deny) == 0 with input as plan_with("aws_instance", ["delete"])
}
