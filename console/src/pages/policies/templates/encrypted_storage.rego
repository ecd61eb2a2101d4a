# METADATA
# title: Encrypted storage
# description: Volumes, databases and file systems are encrypted at rest.
# custom:
#   severity: high
#   remediation: Turn encryption on. Storage that exists is replaced by an encrypted copy.
package encrypted_storage

# The attribute that turns encryption on, by the type of the resource.
attributes := {
	"aws_db_instance": "storage_encrypted",
	"aws_ebs_volume": "encrypted",
	"aws_efs_file_system": "encrypted",
	"aws_rds_cluster": "storage_encrypted",
}

deny contains finding if {
	some resource in input.plan.resource_changes
	attribute := attributes[resource.type]
	after := resource.change.after
	is_object(after)
	object.get(after, attribute, null) != true
	finding := {
		"address": resource.address,
		"attribute": attribute,
		"message": sprintf("%s is not encrypted", [resource.address]),
	}
}
