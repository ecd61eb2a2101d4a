package creations

deny contains sprintf("Terraform %s creates %d resources", [input.plan.terraform_version, count(created)]) if {
  count(created) > 10
}

created := [change | some change in input.plan.resource_changes; "create" in change.change.actions]
