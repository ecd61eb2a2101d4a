package owner

deny contains {"address": change.address, "owner": change.change.after.input.owner} if {
  some change in input.plan.resource_changes
  change.change.after.input.owner == ""
}
