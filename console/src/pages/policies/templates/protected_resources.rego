# METADATA
# title: No deletion of data stores
# description: Plans do not delete or replace databases, buckets or volumes.
# custom:
#   severity: high
#   remediation: Keep the resource. Where it has to go, take it out of the state first and delete it by hand.
package protected_resources

protected := {
	"aws_db_instance",
	"aws_dynamodb_table",
	"aws_ebs_volume",
	"aws_rds_cluster",
	"aws_s3_bucket",
	"azurerm_storage_account",
	"google_sql_database_instance",
	"google_storage_bucket",
}

deny contains finding if {
	some resource in input.plan.resource_changes
	resource.type in protected
	"delete" in resource.change.actions
	finding := {
		"address": resource.address,
		"message": sprintf("%s would be deleted", [resource.address]),
	}
}
