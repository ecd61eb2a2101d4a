package acl

deny contains sprintf("%s is public", [change.address]) if {
  some change in input.plan.resource_changes
  change.change.after.input.acl == "public-read"
}
