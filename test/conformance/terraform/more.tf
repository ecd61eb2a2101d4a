# More kinds of resource, and the data sources that read what is there.

resource "tfe_team" "second" {
  organization = tfe_organization.this.name
  name         = "second"
}

resource "tfe_team_organization_members" "second" {
  team_id                     = tfe_team.second.id
  organization_membership_ids = [tfe_organization_membership.reviewer.id]
}

resource "tfe_workspace" "settled" {
  organization = tfe_organization.this.name
  name         = "settled"
}

# Without the mode, the provider asks for remote runs, which is refused.
resource "tfe_workspace_settings" "settled" {
  workspace_id   = tfe_workspace.settled.id
  execution_mode = "local"
}

resource "tfe_project_policy_set_exclusion" "network" {
  policy_set_id = tfe_policy_set.sentinel.id
  project_id    = tfe_project.network.id
}

resource "tfe_tag_policy_set_exclusion" "dev" {
  policy_set_id = tfe_policy_set.tagged.id
  key           = "env"
  value         = "dev"
}

data "tfe_slug" "policies" {
  source_path = "${path.module}/policies"
}

resource "tfe_policy_set" "uploaded" {
  organization  = tfe_organization.this.name
  description   = var.note
  name          = "uploaded"
  kind          = "opa"
  agent_enabled = true
  slug          = data.tfe_slug.policies
}

data "tfe_organization" "this" {
  name = tfe_organization.this.name
}

data "tfe_organizations" "all" {
  depends_on = [tfe_organization.this]
}

data "tfe_organization_membership" "reviewer" {
  organization = tfe_organization.this.name
  email        = "reviewer@example.com"
  depends_on   = [tfe_organization_membership.reviewer]
}

data "tfe_organization_members" "all" {
  organization = tfe_organization.this.name
}

data "tfe_team" "reviewers" {
  organization = tfe_organization.this.name
  name         = tfe_team.reviewers.name
}

data "tfe_teams" "all" {
  organization = tfe_organization.this.name
}

data "tfe_project" "network" {
  organization = tfe_organization.this.name
  name         = tfe_project.network.name
}

data "tfe_projects" "all" {
  organization = tfe_organization.this.name
}

data "tfe_workspace" "edge" {
  organization = tfe_organization.this.name
  name         = tfe_workspace.edge.name
}

data "tfe_workspace_ids" "all" {
  organization = tfe_organization.this.name
  names        = ["*"]
}

data "tfe_policy_set" "opa" {
  organization = tfe_organization.this.name
  name         = tfe_policy_set.opa.name
}

data "tfe_registry_module" "network" {
  organization    = tfe_organization.this.name
  name            = tfe_registry_module.network.name
  module_provider = "aws"
}

data "tfe_organization_tags" "all" {
  organization = tfe_organization.this.name
}

resource "tfe_data_retention_policy" "this" {
  organization = tfe_organization.this.name

  delete_older_than {
    days = var.note == "second" ? 60 : 30
  }
}

resource "tfe_team_access" "core" {
  team_id      = tfe_team.second.id
  workspace_id = tfe_workspace.core.id
  access       = var.note == "second" ? "admin" : "plan"
}

resource "tfe_team_access" "edge" {
  team_id      = tfe_team.second.id
  workspace_id = tfe_workspace.edge.id

  permissions {
    runs              = var.note == "second" ? "plan" : "read"
    variables         = "none"
    state_versions    = "none"
    sentinel_mocks    = "none"
    workspace_locking = false
    run_tasks         = false
  }
}

resource "tfe_team_project_access" "network" {
  team_id    = tfe_team.second.id
  project_id = tfe_project.network.id
  access     = var.note == "second" ? "maintain" : "read"
}

resource "tfe_team_project_access" "custom" {
  team_id    = tfe_team.reviewers.id
  project_id = tfe_project.network.id
  access     = "custom"

  workspace_access {
    runs   = "plan"
    create = var.note == "second"
  }
}

data "tfe_team_access" "core" {
  team_id      = tfe_team.second.id
  workspace_id = tfe_workspace.core.id
  depends_on   = [tfe_team_access.core]
}

data "tfe_team_project_access" "network" {
  team_id    = tfe_team.second.id
  project_id = tfe_project.network.id
  depends_on = [tfe_team_project_access.network]
}
