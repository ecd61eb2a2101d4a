package no_open_ports_test

import data.no_open_ports

plan_with(type, after) := {"plan": {"resource_changes": [{
	"address": sprintf("%s.web", [type]),
	"type": type,
	"change": {"actions": ["create"], "after": after},
}]}}

ingress(from, to, ranges) := {"ingress": [{
	"protocol": "tcp",
	"from_port": from,
	"to_port": to,
	"cidr_blocks": ranges,
}]}

test_bad_example_fails if {
	after := ingress(0, 1024, ["0.0.0.0/0"])
	some finding in no_open_ports.deny with input as plan_with("aws_security_group", after)
	finding.message == "aws_security_group.web opens port 22 to the internet"
}

test_good_example_passes if {
	after := ingress(22, 22, ["10.20.0.0/24"])
	count(no_open_ports.deny) == 0 with input as plan_with("aws_security_group", after)
}

test_other_ports_can_be_open if {
	after := ingress(443, 443, ["0.0.0.0/0"])
	count(no_open_ports.deny) == 0 with input as plan_with("aws_security_group", after)
}

test_all_protocols_include_every_port if {
	after := {"type": "ingress", "protocol": "-1", "from_port": 0, "to_port": 0, "ipv6_cidr_blocks": ["::/0"]}
	count(no_open_ports.deny) == 2 with input as plan_with("aws_security_group_rule", after)
}

test_rules_of_their_own_count if {
	after := {"ip_protocol": "-1", "cidr_ipv4": "0.0.0.0/0"}
	count(no_open_ports.deny) == 2 with input as plan_with("aws_vpc_security_group_ingress_rule", after)
}
