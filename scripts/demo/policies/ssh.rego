# METADATA
# title: No SSH from everywhere
# description: Port 22 is open to the bastion hosts only.
# custom:
#   severity: critical
#   remediation: Replace 0.0.0.0/0 by the range of the bastion hosts, 10.20.0.0/24.
package ssh

deny contains message if {
	some change in input.plan.resource_changes
	change.type == "aws_security_group"
	some rule in change.change.after.ingress
	rule.from_port <= 22
	rule.to_port >= 22
	"0.0.0.0/0" in rule.cidr_blocks
	message := sprintf("%s opens port 22 to everybody", [change.address])
}
