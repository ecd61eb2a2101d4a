package buckets

import data.lib.plan

deny contains message if {
	some change in plan.changes("aws_s3_bucket_acl")
	change.change.after.acl in {"public-read", "public-read-write"}
	message := sprintf("%s is readable by everyone", [change.address])
}
