package security.walk

deny contains message if {
	walk(input.plan, [path, value])
	path[count(path) - 1] == "cidr_blocks"
	some block in value
	block == "0.0.0.0/0"
	message := sprintf("%v is open to the world", [path])
}

modules contains address if {
	walk(input.plan.planned_values, [_, module])
	address := module.address
	module.child_modules[_].address
}
