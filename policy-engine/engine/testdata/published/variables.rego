package variables

deny contains name if {
	some name, variable in input.plan.variables
	variable.value == "changeme"
}

deny contains "region" if input.plan.variables.region.value != "eu"

deny contains "version" if not startswith(input.plan.terraform_version, "1.")

deny contains "incomplete" if not input.plan.complete
