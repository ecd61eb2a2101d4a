"""Calls a running Tipstaff (TIPSTAFF_VOCABULARY=terraform) with the official Python SDK, unchanged.

It prints one line of JSON for each call: its area, its name, and the error, if any.
"""

import io
import json
import os
import tarfile
import tempfile
from pathlib import Path

from pytfe import TFEClient, TFEConfig
from pytfe import models as m
from pytfe.models.team import OrganizationAccessOptions

NAME = "pythonic"


def report(area, name, error=None):
    print(json.dumps({"area": area, "name": name, **({"error": error} if error else {})}), flush=True)


def call(area, name, operation, holds=lambda _: True):
    """Runs one call, and checks what came back."""
    try:
        value = operation()
        if hasattr(value, "__next__"):
            value = list(value)
        report(area, name, None if holds(value) else f"something else came back: {str(value)[:300]}")
        return value
    except Exception as error:  # each call is reported alone
        report(area, name, f"{type(error).__name__}: {str(error)[:300]}")
        return None


def refused(area, name, operation, words):
    """Runs a call that must be refused for this reason."""
    try:
        operation()
        report(area, name, "it was not refused")
    except Exception as error:
        report(area, name, None if words in str(error) else f"{type(error).__name__}: {str(error)[:300]}")


def organizations(client):
    area = "organizations"
    call(area, "create", lambda: client.organizations.create(m.OrganizationCreateOptions(name=NAME, email="ops@example.com")))
    call(area, "list", lambda: client.organizations.list(), lambda found: len(found) == 1)
    call(area, "read", lambda: client.organizations.read(NAME), lambda found: found.name == NAME)
    call(area, "update", lambda: client.organizations.update(NAME, m.OrganizationUpdateOptions(email="net@example.com")),
         lambda changed: changed.email == "net@example.com")
    call(area, "read entitlements", lambda: client.organizations.read_entitlements(NAME))
    call(area, "read default settings", lambda: client.organizations.read_default_settings(NAME))
    call(area, "set data retention", lambda: client.organizations.set_data_retention_policy_delete_older(
        NAME, m.DataRetentionPolicyDeleteOlderSetOptions(delete_older_than_n_days=30)))
    call(area, "read data retention", lambda: client.organizations.read_data_retention_policy_choice(NAME))
    call(area, "delete data retention", lambda: client.organizations.delete_data_retention_policy(NAME))
    subscription = call(area, "read the subscription", lambda: client.subscriptions.read_for_organization(NAME))
    if subscription:
        call(area, "read a subscription", lambda: client.subscriptions.read(subscription.id), lambda found: found.id == subscription.id)


def tokens(client):
    area = "tokens"
    call(area, "create the organization's", lambda: client.organization_tokens.create(NAME), lambda token: bool(token.token))
    call(area, "read the organization's", lambda: client.organization_tokens.read(NAME))
    call(area, "delete the organization's", lambda: client.organization_tokens.delete(NAME))
    kind = m.TokenType.AUDIT_TRAILS
    call(area, "create that of the audit trail", lambda: client.organization_tokens.create_with_options(
        NAME, m.OrganizationTokenCreateOptions(token_type=kind)))
    call(area, "delete that of the audit trail", lambda: client.organization_tokens.delete_with_options(
        NAME, m.OrganizationTokenDeleteOptions(token_type=kind)))


def teams(client):
    area = "teams"
    team = call(area, "create", lambda: client.teams.create(NAME, m.TeamCreateOptions(
        name="Net / Core", visibility="organization", organization_access=OrganizationAccessOptions(manage_policies=True))))
    membership = call(area, "invite a member", lambda: client.organization_memberships.create(
        NAME, m.OrganizationMembershipCreateOptions(email="reviewer@example.com")))
    if not team or not membership:
        return
    call(area, "list members", lambda: client.organization_memberships.list(NAME), lambda found: len(found) == 2)
    call(area, "read a membership", lambda: client.organization_memberships.read(membership.id))
    call(area, "list", lambda: client.teams.list(NAME), lambda found: len(found) == 2)
    call(area, "read", lambda: client.teams.read(team.id), lambda found: found.organization_access.manage_policies)
    call(area, "update", lambda: client.teams.update(team.id, m.TeamUpdateOptions(visibility="secret")),
         lambda changed: changed.visibility == "secret")
    call(area, "add a member", lambda: client.teams.add_organization_memberships(team.id, [membership.id]))
    call(area, "list members of a team", lambda: client.teams.list_organization_memberships(team.id), lambda found: len(found) == 1)
    call(area, "list users of a team", lambda: client.teams.list_users(team.id), lambda found: len(found) == 1)
    call(area, "remove a member", lambda: client.teams.remove_organization_memberships(team.id, [membership.id]))
    call(area, "create the token", lambda: client.team_tokens.create(team.id), lambda token: bool(token.token))
    call(area, "create a token with a description", lambda: client.team_tokens.create_with_options(
        team.id, m.TeamTokenCreateOptions(description="pipeline")), lambda token: token.description == "pipeline")
    call(area, "list tokens", lambda: client.team_tokens.list(NAME), lambda found: len(found) == 2)
    call(area, "delete the token", lambda: client.team_tokens.delete(team.id))
    call(area, "delete", lambda: client.teams.delete(team.id))
    call(area, "remove a membership", lambda: client.organization_memberships.delete(membership.id))


def projects(client):
    area = "projects"
    tag = m.TagBinding(key="team", value="net")
    project = call(area, "create", lambda: client.projects.create(NAME, m.ProjectCreateOptions(name="Network", default_execution_mode="local", tag_bindings=[tag])))
    if not project:
        return None
    call(area, "list", lambda: client.projects.list(NAME), lambda found: len(found) == 2)
    call(area, "read", lambda: client.projects.read(project.id))
    call(area, "update", lambda: client.projects.update(project.id, m.ProjectUpdateOptions(description="Routers.", default_execution_mode="local")),
         lambda changed: changed.description == "Routers.")
    call(area, "add tags", lambda: client.projects.add_tag_bindings(
        project.id, m.ProjectAddTagBindingsOptions(tag_bindings=[m.TagBinding(key="env", value="prod")])))
    call(area, "list tags", lambda: client.projects.list_tag_bindings(project.id), lambda found: len(found) == 2)
    call(area, "list effective tags", lambda: client.projects.list_effective_tag_bindings(project.id), lambda found: len(found) == 2)
    call(area, "delete tags", lambda: client.projects.delete_tag_bindings(project.id))
    return project


def workspaces(client, project):
    area = "workspaces"
    workspace = call(area, "create", lambda: client.workspaces.create(NAME, m.WorkspaceCreateOptions(
        name="edge", project=project, auto_apply=True)), lambda made: made.auto_apply)
    if not workspace:
        return None
    call(area, "list", lambda: client.workspaces.list(NAME, m.WorkspaceListOptions(search="ed")), lambda found: len(found) == 1)
    call(area, "read", lambda: client.workspaces.read("edge", organization=NAME), lambda found: found.id == workspace.id)
    call(area, "read by its identifier", lambda: client.workspaces.read_by_id(workspace.id))
    call(area, "update", lambda: client.workspaces.update("edge", m.WorkspaceUpdateOptions(description="Routers."), organization=NAME),
         lambda changed: changed.description == "Routers.")
    call(area, "add flat tags", lambda: client.workspaces.add_tags(workspace.id, m.WorkspaceAddTagsOptions(tags=[m.Tag(name="blue")])))
    call(area, "list flat tags", lambda: client.workspaces.list_tags(workspace.id), lambda found: len(found) == 1)
    call(area, "remove flat tags", lambda: client.workspaces.remove_tags(workspace.id, m.WorkspaceRemoveTagsOptions(tags=[m.Tag(name="blue")])))
    call(area, "add tags", lambda: client.workspaces.add_tag_bindings(
        workspace.id, m.WorkspaceAddTagBindingsOptions(tag_bindings=[m.TagBinding(key="env", value="prod")])))
    call(area, "list tags", lambda: client.workspaces.list_tag_bindings(workspace.id), lambda found: len(found) == 1)
    call(area, "list effective tags", lambda: client.workspaces.list_effective_tag_bindings(workspace.id), lambda found: len(found) == 1)
    call(area, "list remote state consumers", lambda: client.workspaces.list_remote_state_consumers(workspace.id))
    refused(area, "a lock is refused", lambda: client.workspaces.lock(workspace.id, m.WorkspaceLockOptions(reason="-")), "state")
    return workspace


def policies(client):
    area = "policies"
    level = m.EnforcementLevel.ENFORCEMENT_ADVISORY
    refused(area, "one without a level is refused", lambda: client.policies.create(
        NAME, m.PolicyCreateOptions(name="bare", kind=m.PolicyKind.OPA, query="data.bare.deny")), "nforcement")
    policy = call(area, "create", lambda: client.policies.create(NAME, m.PolicyCreateOptions(
        name="tags", kind=m.PolicyKind.OPA, query="data.tags.deny", enforcement_level=level)))
    if not policy:
        return None
    call(area, "upload", lambda: client.policies.upload(policy.id, b"package tags\n"))
    call(area, "download", lambda: client.policies.download(policy.id), lambda code: code == b"package tags\n")
    call(area, "list", lambda: client.policies.list(NAME), lambda found: len(found) == 1)
    call(area, "read", lambda: client.policies.read(policy.id))
    call(area, "update", lambda: client.policies.update(policy.id, m.PolicyUpdateOptions(
        description="Tags.", query="data.tags.deny", enforcement_level=m.EnforcementLevel.ENFORCEMENT_MANDATORY)),
        lambda changed: changed.description == "Tags.")
    return policy


def policy_sets(client, policy, workspace, project):
    area = "policy sets"
    sets = client.policy_sets
    made = call(area, "create", lambda: sets.create(NAME, m.PolicySetCreateOptions(name="baseline", kind=m.PolicyKind.OPA)))
    if not made or not policy or not workspace or not project:
        return
    call(area, "list", lambda: sets.list(NAME), lambda found: len(found) == 1)
    call(area, "update", lambda: sets.update(made.id, m.PolicySetUpdateOptions(name="baseline", description="All.")),
         lambda changed: changed.description == "All.")
    call(area, "add policies", lambda: sets.add_policies(made.id, m.PolicySetAddPoliciesOptions(policies=[policy])))
    call(area, "add workspaces", lambda: sets.add_workspaces(made.id, m.PolicySetAddWorkspacesOptions(workspaces=[workspace])))
    call(area, "add projects", lambda: sets.add_projects(made.id, m.PolicySetAddProjectsOptions(projects=[project])))
    call(area, "add workspace exclusions", lambda: sets.add_workspace_exclusions(
        made.id, m.PolicySetAddWorkspaceExclusionsOptions(workspace_exclusions=[workspace])))
    call(area, "add project exclusions", lambda: sets.add_project_exclusions(
        made.id, m.PolicySetAddProjectExclusionsOptions(project_exclusions=[project])))
    call(area, "read", lambda: sets.read(made.id), lambda found: len(found.policies) == 1 and len(found.workspaces) == 1)
    call(area, "remove policies", lambda: sets.remove_policies(made.id, m.PolicySetRemovePoliciesOptions(policies=[policy])))
    parameters = client.policy_set_parameters
    parameter = call(area, "create a parameter", lambda: parameters.create(
        made.id, m.PolicySetParameterCreateOptions(key="region", value="eu")))
    if parameter:
        call(area, "list parameters", lambda: parameters.list(made.id), lambda found: len(found) == 1)
        call(area, "read a parameter", lambda: parameters.read(made.id, parameter.id))
        call(area, "update a parameter", lambda: parameters.update(made.id, parameter.id, m.PolicySetParameterUpdateOptions(value="us")),
             lambda changed: changed.value == "us")
        call(area, "delete a parameter", lambda: parameters.delete(made.id, parameter.id))
    versions(client, area)
    call(area, "delete", lambda: sets.delete(made.id))


def versions(client, area):
    """A set whose policies come as an archive."""
    made = client.policy_sets.create(NAME, m.PolicySetCreateOptions(name="versioned", kind=m.PolicyKind.OPA))
    version = call(area, "create a version", lambda: client.policy_set_versions.create(made.id))
    if not version:
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "policies.hcl").write_text('policy "tags" {\n  query = "data.tags.deny"\n  enforcement_level = "advisory"\n}\n')
        Path(folder, "tags.rego").write_text("package tags\n")
        call(area, "upload a version", lambda: client.policy_set_versions.upload(version, folder))
    call(area, "read a version", lambda: client.policy_set_versions.read(version.id))


def archive():
    code = b'variable "region" {\n  type = string\n}\n'
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as files:
        entry = tarfile.TarInfo("main.tf")
        entry.size = len(code)
        files.addfile(entry, io.BytesIO(code))
    packed.seek(0)
    return packed


def registry(client):
    area = "registry"
    registry_modules = client.registry_modules
    module = call(area, "create a module", lambda: registry_modules.create(NAME, m.RegistryModuleCreateOptions(
        name="network", provider="aws", registry_name=m.RegistryName.PRIVATE)))
    if not module:
        return
    key = m.RegistryModuleID(organization=NAME, name="network", provider="aws", namespace=NAME, registry_name=m.RegistryName.PRIVATE)
    call(area, "list modules", lambda: registry_modules.list(NAME), lambda found: len(found) == 1)
    call(area, "read a module", lambda: registry_modules.read(key), lambda found: found.id == module.id)
    version = call(area, "create a version", lambda: registry_modules.create_version(key, m.RegistryModuleCreateVersionOptions(version="1.0.0")))
    if version:
        link = (version.links or {}).get("upload")
        call(area, "upload a version", lambda: registry_modules.upload_tar_gzip(link, archive()))
    call(area, "read a version", lambda: registry_modules.read_version(key, "1.0.0"))
    call(area, "list versions", lambda: registry_modules.list_versions(key), lambda found: len(found) == 1)
    call(area, "list commits", lambda: registry_modules.list_commits(key))
    call(area, "read as the registry protocol shows it", lambda: registry_modules.read_terraform_registry_module(key, "1.0.0"))
    call(area, "update a module", lambda: registry_modules.update(key, m.RegistryModuleUpdateOptions(no_code=False)))
    call(area, "refer to a public module", lambda: registry_modules.create(NAME, m.RegistryModuleCreateOptions(
        name="vpc", provider="aws", registry_name=m.RegistryName.PUBLIC, namespace="terraform-aws-modules")))
    call(area, "delete a version", lambda: registry_modules.delete_version(key, "1.0.0"))


def people(client):
    area = "users"
    call(area, "read oneself", lambda: client.users.read_current())
    call(area, "change oneself", lambda: client.users.update_current(m.UserUpdateCurrentOptions(username="pythonist")),
         lambda changed: changed.username == "pythonist")
    call(area, "read an account", lambda: client.users.read(client.users.read_current().id))


def administration(client):
    area = "administration"
    users = client.admin.users
    invited = next(each for each in client.organization_memberships.list(
        NAME, m.OrganizationMembershipListOptions()) if each.email == "worker@example.com").user.id
    call(area, "list accounts", lambda: users.list(m.AdminUserListOptions(query="worker")), lambda found: len(found) == 1)
    call(area, "suspend", lambda: users.suspend(invited), lambda changed: changed.is_suspended)
    call(area, "unsuspend", lambda: users.unsuspend(invited), lambda changed: not changed.is_suspended)
    call(area, "make an administrator", lambda: users.grant_admin(invited), lambda changed: changed.is_admin)
    call(area, "make no administrator", lambda: users.revoke_admin(invited), lambda changed: not changed.is_admin)
    refused(area, "ending two-factor authentication that is off is refused", lambda: users.disable_two_factor(invited), "wo-factor")
    call(area, "delete an account", lambda: users.delete(invited))
    call(area, "list organizations", lambda: client.admin.organizations.list(), lambda found: len(found) == 1)
    call(area, "read an organization", lambda: client.admin.organizations.read(NAME))
    call(area, "update an organization", lambda: client.admin.organizations.update(
        NAME, m.AdminOrganizationUpdateOptions(global_module_sharing=False)))
    call(area, "read SAML settings", lambda: client.admin.saml_settings.read())
    call(area, "update SAML settings", lambda: client.admin.saml_settings.update(m.AdminSAMLSettingsUpdateOptions(debug=True)),
         lambda changed: changed.debug)
    call(area, "read SMTP settings", lambda: client.admin.smtp_settings.read())
    call(area, "update SMTP settings", lambda: client.admin.smtp_settings.update(m.AdminSMTPSettingsUpdateOptions(host="mail.example.com")),
         lambda changed: changed.host == "mail.example.com")
    call(area, "list versions of OPA", lambda: client.admin.opa_versions.list())
    call(area, "list versions of Sentinel", lambda: client.admin.sentinel_versions.list())


def main():
    with TFEClient(TFEConfig(address=os.environ["TIPSTAFF_URL"], token=os.environ["TIPSTAFF_TOKEN"], max_retries=0)) as client:
        organizations(client)
        tokens(client)
        teams(client)
        project = projects(client)
        workspace = workspaces(client, project)
        policy = policies(client)
        policy_sets(client, policy, workspace, project)
        registry(client)
        people(client)
        client.organization_memberships.create(NAME, m.OrganizationMembershipCreateOptions(email="worker@example.com"))
        administration(client)
        if workspace:
            call("workspaces", "delete", lambda: client.workspaces.safe_delete_by_id(workspace.id))
        if project:
            call("projects", "delete", lambda: client.projects.delete(project.id))
        if policy:
            call("policies", "delete", lambda: client.policies.delete(policy.id))
        call("organizations", "delete", lambda: client.organizations.delete(NAME))


main()
