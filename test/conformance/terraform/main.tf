# What an organization takes to govern its workspaces, with a resource of every kind that this service keeps.
terraform {
  required_providers {
    tfe = { source = "hashicorp/tfe" }
  }
}

# What changes between the first apply and the second.
variable "note" {
  type = string
}

provider "tfe" {}

resource "tfe_organization" "this" {
  name                          = "configured"
  email                         = "ops@example.com"
  session_timeout_minutes       = 60
  session_remember_minutes      = 120
  allow_force_delete_workspaces = var.note == "second"
  assessments_enforced          = true
}

resource "tfe_organization_membership" "reviewer" {
  organization = tfe_organization.this.name
  email        = "reviewer@example.com"
}

resource "tfe_organization_token" "pipeline" {
  organization = tfe_organization.this.name
}

resource "tfe_team" "reviewers" {
  organization = tfe_organization.this.name
  name         = "Reviewers / core"
  visibility   = var.note == "second" ? "secret" : "organization"
  sso_team_id  = "group-1"

  organization_access {
    manage_policies   = true
    manage_workspaces = var.note == "second"
  }
}

resource "tfe_team_organization_member" "reviewer" {
  team_id                    = tfe_team.reviewers.id
  organization_membership_id = tfe_organization_membership.reviewer.id
}

resource "tfe_team_token" "reviewers" {
  team_id = tfe_team.reviewers.id
}

resource "tfe_project" "network" {
  organization = tfe_organization.this.name
  name         = "Network"
  description  = var.note
  tags         = { team = "network", note = var.note }
}

resource "tfe_workspace" "edge" {
  organization = tfe_organization.this.name
  project_id   = tfe_project.network.id
  name         = "edge"
  description  = var.note
  tag_names    = ["blue", var.note]
  force_delete = true
}

resource "tfe_workspace" "core" {
  organization = tfe_organization.this.name
  project_id   = tfe_project.network.id
  name         = "core-${var.note}"
  tags         = { env = "prod", note = var.note }
  tag_names    = ["fav", "second-${var.note}"]
  force_delete = true
}

resource "tfe_policy" "opa" {
  organization = tfe_organization.this.name
  name         = "tags"
  kind         = "opa"
  query        = "data.tags.deny"
  description  = var.note
  enforce_mode = var.note == "second" ? "mandatory" : "advisory"
  policy       = "package tags\n\n# ${var.note}\ndeny contains \"none\" if false\n"
}

resource "tfe_sentinel_policy" "sentinel" {
  organization = tfe_organization.this.name
  name         = "hours"
  description  = var.note
  enforce_mode = "soft-mandatory"
  policy       = "main = rule { true } // ${var.note}\n"
}

resource "tfe_policy_set" "opa" {
  organization  = tfe_organization.this.name
  name          = "baseline"
  description   = var.note
  kind          = "opa"
  overridable   = var.note == "second"
  policy_ids    = [tfe_policy.opa.id]
  workspace_ids = [tfe_workspace.core.id]
}

resource "tfe_policy_set" "sentinel" {
  organization = tfe_organization.this.name
  name         = "hours"
  description  = var.note
  policy_ids   = [tfe_sentinel_policy.sentinel.id]
}

resource "tfe_policy_set_parameter" "region" {
  policy_set_id = tfe_policy_set.opa.id
  key           = "region"
  value         = var.note
}

resource "tfe_policy_set_parameter" "secret" {
  policy_set_id = tfe_policy_set.opa.id
  key           = "secret"
  value         = var.note
  sensitive     = true
}

resource "tfe_workspace_policy_set" "edge" {
  policy_set_id = tfe_policy_set.sentinel.id
  workspace_id  = tfe_workspace.edge.id
}

resource "tfe_workspace_policy_set_exclusion" "core" {
  policy_set_id = tfe_policy_set.sentinel.id
  workspace_id  = tfe_workspace.core.id
}

resource "tfe_project_policy_set" "network" {
  policy_set_id = tfe_policy_set.sentinel.id
  project_id    = tfe_project.network.id
}

resource "tfe_registry_module" "network" {
  organization    = tfe_organization.this.name
  name            = "network"
  module_provider = "aws"
  registry_name   = "private"
}

resource "tfe_registry_module" "vpc" {
  organization    = tfe_organization.this.name
  namespace       = "terraform-aws-modules"
  name            = "vpc"
  module_provider = "aws"
  registry_name   = "public"
}

resource "tfe_team_token" "pipeline" {
  team_id     = tfe_team.reviewers.id
  description = "pipeline"
}

resource "tfe_audit_trail_token" "this" {
  organization = tfe_organization.this.name
}

resource "tfe_policy_set" "tagged" {
  organization = tfe_organization.this.name
  name         = "tagged"
  kind         = "opa"
}

resource "tfe_tag_policy_set" "prod" {
  policy_set_id = tfe_policy_set.tagged.id
  key           = "env"
  value         = "prod-${var.note}"
}
