package main

import future.keywords.in

deny[msg] {
	resource := input.planned_values.root_module.resources[_]
	resource.type == "google_sql_database_instance"
	not resource.values.settings[0].backup_configuration[0].enabled
	msg := sprintf("%s has no backups", [resource.address])
}

warn[msg] {
	some name in object.keys(input.configuration.provider_config)
	not input.configuration.provider_config[name].version_constraint
	msg := sprintf("the provider %s has no version", [name])
}
