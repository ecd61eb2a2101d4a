package configuration

deny contains message if {
	some resource in input.plan.configuration.root_module.resources
	some provisioner in resource.provisioners
	provisioner.type == "local-exec"
	message := sprintf("%s runs a command", [resource.address])
}

deny contains message if {
	some name, provider in input.plan.configuration.provider_config
	provider.expressions.region.constant_value != "eu-central-1"
	message := sprintf("%s is outside of the region", [name])
}

deny contains name if {
	some name, variable in input.plan.configuration.root_module.variables
	not variable.description
}
