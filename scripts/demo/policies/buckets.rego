# METADATA
# title: No public buckets
# description: Nobody outside of the company can read a bucket.
# related_resources:
# - ref: https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html
#   description: Blocking public access
# custom:
#   severity: high
#   remediation: Set the ACL to private. A public page belongs behind the CDN.
package buckets

public := {"public-read", "public-read-write"}

deny contains message if {
	some change in input.plan.resource_changes
	change.type == "aws_s3_bucket_acl"
	change.change.after.acl in public
	message := sprintf("%s is public", [change.address])
}
