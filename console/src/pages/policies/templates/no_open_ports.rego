# METADATA
# title: No administration from the internet
# description: SSH and RDP are closed to the internet.
# custom:
#   severity: critical
#   remediation: Name the address range of the bastion hosts, or reach the machine without an open port.
package no_open_ports

ports := {22, 3389}

everywhere := {"0.0.0.0/0", "::/0"}

deny contains finding if {
	some resource in input.plan.resource_changes
	some rule in rules_of(resource)
	some port in ports
	includes(rule, port)
	is_open(rule)
	finding := {
		"address": resource.address,
		"message": sprintf("%s opens port %d to the internet", [resource.address, port]),
	}
}

rules_of(resource) := resource.change.after.ingress if resource.type == "aws_security_group"

rules_of(resource) := [resource.change.after] if resource.type == "aws_vpc_security_group_ingress_rule"

rules_of(resource) := [resource.change.after] if {
	resource.type == "aws_security_group_rule"
	resource.change.after.type == "ingress"
}

# A rule for all protocols has no ports.
includes(rule, _) if rule.protocol == "-1"

includes(rule, _) if rule.ip_protocol == "-1"

includes(rule, port) if {
	rule.from_port <= port
	rule.to_port >= port
}

is_open(rule) if {
	some name in ["cidr_blocks", "ipv6_cidr_blocks"]
	some range in rule[name]
	range in everywhere
}

is_open(rule) if {
	some name in ["cidr_ipv4", "cidr_ipv6"]
	rule[name] in everywhere
}
