// Calls a running Tipstaff (TIPSTAFF_VOCABULARY=terraform) with the unmodified official Go client. It prints one line
// of JSON for each operation: its area, its name, and the error, if any.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	tfe "github.com/hashicorp/go-tfe"
)

type result struct {
	Area  string `json:"area"`
	Name  string `json:"name"`
	Error string `json:"error,omitempty"`
}

func report(area, name string, err error) {
	line := result{Area: area, Name: name}
	if err != nil {
		line.Error = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

// call runs one operation and reports its result.
func call[T any](area, name string, operation func() (T, error)) T {
	value, err := operation()
	report(area, name, err)
	return value
}

func run(area, name string, operation func() error) {
	report(area, name, operation())
}

// check returns an error unless the response contains the values that the client sent.
func check(holds bool, what string) error {
	if holds {
		return nil
	}
	return errors.New(what)
}

func main() {
	client, err := tfe.NewClient(&tfe.Config{Address: os.Getenv("TIPSTAFF_URL"), Token: os.Getenv("TIPSTAFF_TOKEN")})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ctx := context.Background()
	name := "conformance"
	org := call("organizations", "create", func() (*tfe.Organization, error) {
		return client.Organizations.Create(ctx, tfe.OrganizationCreateOptions{Name: &name, Email: tfe.String("ops@example.com")})
	})
	if org == nil {
		os.Exit(1)
	}
	organizations(ctx, client, name)
	project := projects(ctx, client, name)
	workspace := workspaces(ctx, client, name, project)
	policies(ctx, client, name, project, workspace)
	teams(ctx, client, name)
	modules(ctx, client, name)
	lists(ctx, client, name)
	versions(ctx, client, name)
	retention(ctx, client, name)
	administration(ctx, client, name)
	run("organizations", "delete", func() error { return client.Organizations.Delete(ctx, name) })
}

func organizations(ctx context.Context, client *tfe.Client, name string) {
	read := call("organizations", "read", func() (*tfe.Organization, error) { return client.Organizations.Read(ctx, name) })
	run("organizations", "shows permissions and the default project", func() error {
		return check(read.Permissions != nil && read.Permissions.CanUpdate && read.DefaultProject != nil, "absent")
	})
	call("organizations", "list", func() (*tfe.OrganizationList, error) { return client.Organizations.List(ctx, nil) })
	updated := call("organizations", "update", func() (*tfe.Organization, error) {
		return client.Organizations.Update(ctx, name, tfe.OrganizationUpdateOptions{
			AssessmentsEnforced: tfe.Bool(true), AllowForceDeleteWorkspaces: tfe.Bool(true),
			SpeculativePlanManagementEnabled: tfe.Bool(false), SessionTimeout: tfe.Int(60), SessionRemember: tfe.Int(120),
			CollaboratorAuthPolicy: tfe.AuthPolicy(tfe.AuthPolicyPassword),
		})
	})
	run("organizations", "keeps what was written", func() error {
		return check(updated != nil && updated.AssessmentsEnforced && updated.AllowForceDeleteWorkspaces &&
			!updated.SpeculativePlanManagementEnabled && updated.SessionTimeout == 60 && updated.SessionRemember == 120 &&
			updated.CollaboratorAuthPolicy == tfe.AuthPolicyPassword, "something else came back")
	})
	call("organizations", "entitlements", func() (*tfe.Entitlements, error) { return client.Organizations.ReadEntitlements(ctx, name) })
	call("organizations", "memberships", func() (*tfe.OrganizationMembershipList, error) {
		return client.OrganizationMemberships.List(ctx, name, nil)
	})
	call("organizations", "token", func() (*tfe.OrganizationToken, error) { return client.OrganizationTokens.Create(ctx, name) })
	run("organizations", "token delete", func() error { return client.OrganizationTokens.Delete(ctx, name) })
}

func projects(ctx context.Context, client *tfe.Client, name string) *tfe.Project {
	project := call("projects", "create", func() (*tfe.Project, error) {
		return client.Projects.Create(ctx, name, tfe.ProjectCreateOptions{
			Name: "Network", Description: tfe.String("Routers."), TagBindings: []*tfe.TagBinding{{Key: "team", Value: "net"}},
		})
	})
	if project == nil {
		return nil
	}
	call("projects", "read", func() (*tfe.Project, error) { return client.Projects.Read(ctx, project.ID) })
	call("projects", "list", func() (*tfe.ProjectList, error) {
		return client.Projects.List(ctx, name, &tfe.ProjectListOptions{TagBindings: []*tfe.TagBinding{{Key: "team"}}})
	})
	call("projects", "update", func() (*tfe.Project, error) {
		return client.Projects.Update(ctx, project.ID, tfe.ProjectUpdateOptions{Name: tfe.String("Net work")})
	})
	bindings := call("projects", "list tags", func() ([]*tfe.TagBinding, error) { return client.Projects.ListTagBindings(ctx, project.ID) })
	run("projects", "keeps tags", func() error { return check(len(bindings) == 1 && bindings[0].Value == "net", "other tags") })
	call("projects", "add tags", func() ([]*tfe.TagBinding, error) {
		return client.Projects.AddTagBindings(ctx, project.ID, tfe.ProjectAddTagBindingsOptions{TagBindings: []*tfe.TagBinding{{Key: "env", Value: "prod"}}})
	})
	call("projects", "effective tags", func() ([]*tfe.EffectiveTagBinding, error) {
		return client.Projects.ListEffectiveTagBindings(ctx, project.ID)
	})
	run("projects", "remove all tags", func() error { return client.Projects.DeleteAllTagBindings(ctx, project.ID) })
	return project
}

func workspaces(ctx context.Context, client *tfe.Client, name string, project *tfe.Project) *tfe.Workspace {
	workspace := call("workspaces", "create", func() (*tfe.Workspace, error) {
		return client.Workspaces.Create(ctx, name, tfe.WorkspaceCreateOptions{
			Name: tfe.String("edge"), Project: project, AutoApply: tfe.Bool(true), QueueAllRuns: tfe.Bool(true),
			Tags: []*tfe.Tag{{Name: "blue"}}, TagBindings: []*tfe.TagBinding{{Key: "env", Value: "prod"}},
		})
	})
	if workspace == nil {
		return nil
	}
	run("workspaces", "keeps what was written", func() error {
		return check(workspace.AutoApply && workspace.QueueAllRuns && workspace.Project != nil && workspace.Project.ID == project.ID &&
			len(workspace.TagNames) == 1 && workspace.ExecutionMode == "local" && workspace.Permissions.CanUpdate, "something else came back")
	})
	call("workspaces", "read by name", func() (*tfe.Workspace, error) { return client.Workspaces.Read(ctx, name, "edge") })
	call("workspaces", "read with effective tags", func() (*tfe.Workspace, error) {
		return client.Workspaces.ReadByIDWithOptions(ctx, workspace.ID, &tfe.WorkspaceReadOptions{Include: []tfe.WSIncludeOpt{tfe.WSEffectiveTagBindings}})
	})
	listed := call("workspaces", "list with filters", func() (*tfe.WorkspaceList, error) {
		return client.Workspaces.List(ctx, name, &tfe.WorkspaceListOptions{Search: "ed", Tags: "blue", ProjectID: project.ID,
			TagBindings: []*tfe.TagBinding{{Key: "env", Value: "prod"}}})
	})
	run("workspaces", "the filters match", func() error { return check(listed != nil && len(listed.Items) == 1, "another number") })
	call("workspaces", "update", func() (*tfe.Workspace, error) {
		return client.Workspaces.UpdateByID(ctx, workspace.ID, tfe.WorkspaceUpdateOptions{Description: tfe.String("Routers.")})
	})
	run("workspaces", "add flat tags", func() error {
		return client.Workspaces.AddTags(ctx, workspace.ID, tfe.WorkspaceAddTagsOptions{Tags: []*tfe.Tag{{Name: "green"}}})
	})
	call("workspaces", "list flat tags", func() (*tfe.TagList, error) { return client.Workspaces.ListTags(ctx, workspace.ID, nil) })
	run("workspaces", "remove flat tags", func() error {
		return client.Workspaces.RemoveTags(ctx, workspace.ID, tfe.WorkspaceRemoveTagsOptions{Tags: []*tfe.Tag{{Name: "green"}}})
	})
	call("workspaces", "add tags", func() ([]*tfe.TagBinding, error) {
		return client.Workspaces.AddTagBindings(ctx, workspace.ID, tfe.WorkspaceAddTagBindingsOptions{TagBindings: []*tfe.TagBinding{{Key: "tier", Value: "1"}}})
	})
	call("workspaces", "list remote state consumers", func() (*tfe.WorkspaceList, error) {
		return client.Workspaces.ListRemoteStateConsumers(ctx, workspace.ID, nil)
	})
	run("workspaces", "a remote execution mode is refused", func() error {
		_, err := client.Workspaces.UpdateByID(ctx, workspace.ID, tfe.WorkspaceUpdateOptions{ExecutionMode: tfe.String("remote")})
		return check(err != nil, "it was taken")
	})
	return workspace
}

func policies(ctx context.Context, client *tfe.Client, name string, project *tfe.Project, workspace *tfe.Workspace) {
	policy := call("policies", "create", func() (*tfe.Policy, error) {
		level := tfe.EnforcementAdvisory
		return client.Policies.Create(ctx, name, tfe.PolicyCreateOptions{Name: tfe.String("tags"), Kind: tfe.OPA,
			Query: tfe.String("data.main.deny"), EnforcementLevel: &level})
	})
	if policy == nil || workspace == nil {
		return
	}
	run("policies", "upload", func() error { return client.Policies.Upload(ctx, policy.ID, []byte("package main\n")) })
	code := call("policies", "download", func() ([]byte, error) { return client.Policies.Download(ctx, policy.ID) })
	run("policies", "the code is unchanged", func() error { return check(bytes.Equal(code, []byte("package main\n")), "other bytes") })
	set := call("policy sets", "create", func() (*tfe.PolicySet, error) {
		return client.PolicySets.Create(ctx, name, tfe.PolicySetCreateOptions{Name: tfe.String("baseline"), Kind: tfe.OPA,
			Policies: []*tfe.Policy{policy}, Overridable: tfe.Bool(true), AgentEnabled: tfe.Bool(true), PolicyToolVersion: tfe.String("1.22.0"),
			TagSelectors: []*tfe.PolicySetTagSelector{{Key: "env", Value: tfe.String("prod")}}})
	})
	if set == nil {
		return
	}
	id := set.ID
	run("policy sets", "keeps what was written", func() error {
		return check(set.AgentEnabled && set.PolicyToolVersion == "1.22.0" && *set.Overridable && len(set.TagSelectors) == 1, "something else came back")
	})
	run("policy sets", "add workspaces", func() error {
		return client.PolicySets.AddWorkspaces(ctx, id, tfe.PolicySetAddWorkspacesOptions{Workspaces: []*tfe.Workspace{workspace}})
	})
	run("policy sets", "add projects", func() error {
		return client.PolicySets.AddProjects(ctx, id, tfe.PolicySetAddProjectsOptions{Projects: []*tfe.Project{project}})
	})
	run("policy sets", "add workspace exclusions", func() error {
		return client.PolicySets.AddWorkspaceExclusions(ctx, id, tfe.PolicySetAddWorkspaceExclusionsOptions{WorkspaceExclusions: []*tfe.Workspace{workspace}})
	})
	run("policy sets", "add project exclusions", func() error {
		return client.PolicySets.AddProjectExclusions(ctx, id, tfe.PolicySetAddProjectExclusionsOptions{ProjectExclusions: []*tfe.Project{project}})
	})
	run("policy sets", "add tag selectors", func() error {
		return client.PolicySets.AddTagSelectors(ctx, id, tfe.PolicySetAddTagSelectorsOptions{TagSelectors: []*tfe.PolicySetTagSelector{{Key: "tier", IsExclude: true}}})
	})
	read := call("policy sets", "read with includes", func() (*tfe.PolicySet, error) {
		return client.PolicySets.ReadWithOptions(ctx, id, &tfe.PolicySetReadOptions{Include: []tfe.PolicySetIncludeOpt{
			tfe.PolicySetPolicies, tfe.PolicySetWorkspaces, tfe.PolicySetProjects, tfe.PolicySetWorkspaceExclusions, tfe.PolicySetProjectExclusions}})
	})
	run("policy sets", "shows what it applies to", func() error {
		return check(read != nil && len(read.Workspaces) == 1 && read.Workspaces[0].Name == "edge" && len(read.Projects) == 1 &&
			len(read.WorkspaceExclusions) == 1 && len(read.ProjectExclusions) == 1 && len(read.TagSelectors) == 2, "something is missing")
	})
	parameter := call("policy sets", "create a parameter", func() (*tfe.PolicySetParameter, error) {
		return client.PolicySetParameters.Create(ctx, id, tfe.PolicySetParameterCreateOptions{Key: tfe.String("region"),
			Value: tfe.String("eu"), Category: tfe.Category(tfe.CategoryPolicySet)})
	})
	if parameter != nil {
		call("policy sets", "update a parameter", func() (*tfe.PolicySetParameter, error) {
			return client.PolicySetParameters.Update(ctx, id, parameter.ID, tfe.PolicySetParameterUpdateOptions{Value: tfe.String("us")})
		})
		call("policy sets", "list parameters", func() (*tfe.PolicySetParameterList, error) { return client.PolicySetParameters.List(ctx, id, nil) })
		run("policy sets", "delete a parameter", func() error { return client.PolicySetParameters.Delete(ctx, id, parameter.ID) })
	}
	call("policy sets", "create a version", func() (*tfe.PolicySetVersion, error) { return client.PolicySetVersions.Create(ctx, id) })
	run("policy sets", "delete", func() error { return client.PolicySets.Delete(ctx, id) })
	run("policies", "delete", func() error { return client.Policies.Delete(ctx, policy.ID) })
	run("workspaces", "safe delete", func() error { return client.Workspaces.SafeDeleteByID(ctx, workspace.ID) })
	run("projects", "delete", func() error { return client.Projects.Delete(ctx, project.ID) })
}

func teams(ctx context.Context, client *tfe.Client, name string) {
	team := call("teams", "create", func() (*tfe.Team, error) {
		return client.Teams.Create(ctx, name, tfe.TeamCreateOptions{Name: tfe.String("Net / Core"), SSOTeamID: tfe.String("group-1"),
			AllowMemberTokenManagement: tfe.Bool(true), OrganizationAccess: &tfe.OrganizationAccessOptions{ManagePolicies: tfe.Bool(true), DelegatePolicyOverrides: tfe.Bool(true)}})
	})
	if team == nil {
		return
	}
	run("teams", "keeps what was written", func() error {
		return check(team.SSOTeamID == "group-1" && team.AllowMemberTokenManagement && team.Permissions.CanDestroy &&
			team.OrganizationAccess.ManagePolicies && team.OrganizationAccess.DelegatePolicyOverrides, "something else came back")
	})
	call("teams", "list", func() (*tfe.TeamList, error) { return client.Teams.List(ctx, name, nil) })
	call("teams", "update", func() (*tfe.Team, error) {
		return client.Teams.Update(ctx, team.ID, tfe.TeamUpdateOptions{Visibility: tfe.String("organization")})
	})
	call("teams", "token", func() (*tfe.TeamToken, error) { return client.TeamTokens.Create(ctx, team.ID) })
	call("teams", "a second token with a description", func() (*tfe.TeamToken, error) {
		return client.TeamTokens.CreateWithOptions(ctx, team.ID, tfe.TeamTokenCreateOptions{Description: tfe.String("pipeline")})
	})
	call("teams", "list tokens of all teams", func() (*tfe.TeamTokenList, error) { return client.TeamTokens.List(ctx, name, nil) })
	run("teams", "delete", func() error { return client.Teams.Delete(ctx, team.ID) })
}

func lists(ctx context.Context, client *tfe.Client, name string) {
	call("empty lists", "ssh keys", func() (*tfe.SSHKeyList, error) { return client.SSHKeys.List(ctx, name, nil) })
	call("empty lists", "oauth clients", func() (*tfe.OAuthClientList, error) { return client.OAuthClients.List(ctx, name, nil) })
	call("empty lists", "agent pools", func() (*tfe.AgentPoolList, error) { return client.AgentPools.List(ctx, name, nil) })
	call("empty lists", "variable sets", func() (*tfe.VariableSetList, error) { return client.VariableSets.List(ctx, name, nil) })
	call("empty lists", "tags", func() (*tfe.OrganizationTagsList, error) { return client.OrganizationTags.List(ctx, name, nil) })
	call("empty lists", "run tasks", func() (*tfe.RunTaskList, error) { return client.RunTasks.List(ctx, name, nil) })
	call("empty lists", "stacks", func() (*tfe.StackList, error) { return client.Stacks.List(ctx, name, nil) })
	call("empty lists", "gpg keys", func() (*tfe.GPGKeyList, error) {
		return client.GPGKeys.ListPrivate(ctx, tfe.GPGKeyListOptions{Namespaces: []string{name}})
	})
}
