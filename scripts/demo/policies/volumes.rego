# METADATA
# title: Encrypted volumes
# description: Every volume is encrypted at rest.
# custom:
#   severity: medium
#   remediation: Set "encrypted = true". A volume that exists is replaced by an encrypted copy.
package volumes

deny contains message if {
	some change in input.plan.resource_changes
	change.type == "aws_ebs_volume"
	not change.change.after.encrypted
	message := sprintf("%s is not encrypted", [change.address])
}
