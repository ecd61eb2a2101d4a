package buckets_test

import data.buckets

plan_with(acl) := {"plan": {"resource_changes": [{
	"address": "aws_s3_bucket_acl.site",
	"type": "aws_s3_bucket_acl",
	"change": {"actions": ["create"], "after": {"acl": acl}},
}]}}

test_public_bucket_is_denied if {
	buckets.deny == {"aws_s3_bucket_acl.site is public"} with input as plan_with("public-read")
}

test_private_bucket_passes if {
	count(buckets.deny) == 0 with input as plan_with("private")
}
