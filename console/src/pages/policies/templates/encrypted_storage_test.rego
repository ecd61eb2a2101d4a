package encrypted_storage_test

import data.encrypted_storage

plan_with(after) := {"plan": {"resource_changes": [{
	"address": "aws_ebs_volume.data",
	"type": "aws_ebs_volume",
	"change": {"actions": ["create"], "after": after},
}]}}

test_bad_example_fails if {
	some finding in encrypted_storage.deny with input as plan_with({"encrypted": false})
	finding.message == "aws_ebs_volume.data is not encrypted"
}

test_unset_attribute_fails if {
	count(encrypted_storage.deny) == 1 with input as plan_with({"encrypted": null})
	count(encrypted_storage.deny) == 1 with input as plan_with({"size": 100})
}

test_good_example_passes if {
	count(encrypted_storage.deny) == 0 with input as plan_with({"encrypted": true})
}

test_deletion_passes if {
	count(encrypted_storage.deny) == 0 with input as plan_with(null)
}
