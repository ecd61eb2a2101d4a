// Calls a running Tipstaff (TIPSTAFF_VOCABULARY=terraform) with the official Go client, unmodified, in its second major
// version. It prints one line of JSON for each operation: its area, its name, and the error, if any.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	tfe "github.com/hashicorp/go-tfe/v2"
	"github.com/hashicorp/go-tfe/v2/api"
	"github.com/hashicorp/go-tfe/v2/api/models"
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

// call runs one operation, checks its result and reports it.
func call[T any](area, name string, operation func() (T, error), holds func(T) bool) T {
	value, err := operation()
	if err == nil && holds != nil && !holds(value) {
		err = errors.New("something else came back")
	}
	report(area, name, err)
	return value
}

func is(text *string, expected string) bool { return text != nil && *text == expected }

func ptr[T any](value T) *T { return &value }

const name = "second"

func main() {
	client, err := tfe.NewClient(&tfe.Config{Address: os.Getenv("TIPSTAFF_URL"), Token: os.Getenv("TIPSTAFF_TOKEN")})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ctx := context.Background()
	organizations(ctx, client.API)
	memberships(ctx, client.API)
	project := projects(ctx, client.API)
	workspaces(ctx, client.API, project)
	teams(ctx, client.API)
	policies(ctx, client.API)
	policySets(ctx, client.API)
	if project != "" {
		report("projects", "delete", client.API.Projects().ByProject_id(project).Delete(ctx, nil))
	}
	report("organizations", "delete", client.API.Organizations().ByOrganization_name(name).Delete(ctx, nil))
}

func organizations(ctx context.Context, client *api.ApiClient) {
	envelope := func(attributes models.Organizations_attributesable) models.OrganizationsEnvelopeable {
		data := models.NewOrganizations()
		data.SetTypeEscaped(ptr(models.ORGANIZATIONS_ORGANIZATIONS_TYPE))
		data.SetAttributes(attributes)
		body := models.NewOrganizationsEnvelope()
		body.SetData(data)
		return body
	}
	call("organizations", "create", func() (models.OrganizationsEnvelopeable, error) {
		attributes := models.NewOrganizations_attributes()
		attributes.SetName(ptr(name))
		attributes.SetEmail(ptr("ops@example.com"))
		return client.Organizations().Post(ctx, envelope(attributes), nil)
	}, func(made models.OrganizationsEnvelopeable) bool {
		return is(made.GetData().GetAttributes().GetName(), name)
	})
	one := client.Organizations().ByOrganization_name(name)
	call("organizations", "list", func() (any, error) { return client.Organizations().Get(ctx, nil) }, nil)
	call("organizations", "read", func() (any, error) { return one.Get(ctx, nil) }, nil)
	call("organizations", "update", func() (models.OrganizationsEnvelopeable, error) {
		attributes := models.NewOrganizations_attributes()
		attributes.SetEmail(ptr("net@example.com"))
		return one.Patch(ctx, envelope(attributes), nil)
	}, func(changed models.OrganizationsEnvelopeable) bool {
		return is(changed.GetData().GetAttributes().GetEmail(), "net@example.com")
	})
	call("organizations", "list feature sets", func() (any, error) { return one.FeatureSets().Get(ctx, nil) }, nil)
	call("organizations", "list SSH keys", func() (any, error) { return one.SshKeys().Get(ctx, nil) }, nil)
	call("organizations", "list agent pools", func() (any, error) { return one.AgentPools().Get(ctx, nil) }, nil)
}

func memberships(ctx context.Context, client *api.ApiClient) {
	one := client.Organizations().ByOrganization_name(name)
	call("memberships", "invite", func() (any, error) {
		attributes := models.NewOrganizationMemberships_attributes()
		attributes.SetEmail(ptr("second@example.com"))
		data := models.NewOrganizationMemberships()
		data.SetTypeEscaped(ptr(models.ORGANIZATIONMEMBERSHIPS_ORGANIZATIONMEMBERSHIPS_TYPE))
		data.SetAttributes(attributes)
		body := models.NewOrganizationMembershipsEnvelope()
		body.SetData(data)
		return one.OrganizationMemberships().Post(ctx, body, nil)
	}, nil)
	call("memberships", "list those of an organization", func() (any, error) { return one.OrganizationMemberships().Get(ctx, nil) }, nil)
	call("memberships", "list one's own", func() (any, error) { return client.OrganizationMemberships().Get(ctx, nil) }, nil)
	call("memberships", "read one's account", func() (any, error) { return client.Account().Details().Get(ctx, nil) }, nil)
}

func projects(ctx context.Context, client *api.ApiClient) string {
	envelope := func(attributes models.Projects_attributesable) models.ProjectsEnvelopeable {
		data := models.NewProjects()
		data.SetTypeEscaped(ptr(models.PROJECTS_PROJECTS_TYPE))
		data.SetAttributes(attributes)
		body := models.NewProjectsEnvelope()
		body.SetData(data)
		return body
	}
	list := client.Organizations().ByOrganization_name(name).Projects()
	made := call("projects", "create", func() (models.ProjectsEnvelopeable, error) {
		attributes := models.NewProjects_attributes()
		attributes.SetName(ptr("Network"))
		return list.Post(ctx, envelope(attributes), nil)
	}, nil)
	if made == nil {
		return ""
	}
	id := *made.GetData().GetId()
	one := client.Projects().ByProject_id(id)
	call("projects", "list", func() (any, error) { return list.Get(ctx, nil) }, nil)
	call("projects", "read", func() (any, error) { return one.Get(ctx, nil) }, nil)
	call("projects", "update", func() (models.ProjectsEnvelopeable, error) {
		attributes := models.NewProjects_attributes()
		attributes.SetDescription(ptr("Routers."))
		return one.Patch(ctx, envelope(attributes), nil)
	}, func(changed models.ProjectsEnvelopeable) bool {
		return is(changed.GetData().GetAttributes().GetDescription(), "Routers.")
	})
	tag := models.NewTagBindings()
	tag.SetTypeEscaped(ptr(models.TAGBINDINGS_TAGBINDINGS_TYPE))
	tag.SetAttributes(models.NewTagBindings_attributes())
	tag.GetAttributes().SetKey(ptr("team"))
	tag.GetAttributes().SetValue(ptr("net"))
	tags := models.NewTagBindingsCollection()
	tags.SetData([]models.TagBindingsable{tag})
	report("projects", "replace tags", one.Relationships().TagBindings().Patch(ctx, tags, nil))
	call("projects", "list effective tags", func() (models.EffectiveTagBindingsEnvelopeManyable, error) {
		return one.EffectiveTagBindings().Get(ctx, nil)
	}, func(found models.EffectiveTagBindingsEnvelopeManyable) bool { return len(found.GetData()) == 1 })
	return id
}

func workspaces(ctx context.Context, client *api.ApiClient, project string) {
	envelope := func(attributes models.Workspaces_attributesable) models.WorkspacesEnvelopeable {
		data := models.NewWorkspaces()
		data.SetTypeEscaped(ptr(models.WORKSPACES_WORKSPACES_TYPE))
		data.SetAttributes(attributes)
		body := models.NewWorkspacesEnvelope()
		body.SetData(data)
		return body
	}
	list := client.Organizations().ByOrganization_name(name).Workspaces()
	made := call("workspaces", "create", func() (models.WorkspacesEnvelopeable, error) {
		attributes := models.NewWorkspaces_attributes()
		attributes.SetName(ptr("edge"))
		return list.Post(ctx, envelope(attributes), nil)
	}, nil)
	if made == nil {
		return
	}
	one := client.Workspaces().ByWorkspace_id(*made.GetData().GetId())
	call("workspaces", "list", func() (any, error) { return list.Get(ctx, nil) }, nil)
	call("workspaces", "read", func() (any, error) { return one.Get(ctx, nil) }, nil)
	call("workspaces", "update", func() (models.WorkspacesEnvelopeable, error) {
		attributes := models.NewWorkspaces_attributes()
		attributes.SetDescription(ptr("Routers."))
		return one.Patch(ctx, envelope(attributes), nil)
	}, func(changed models.WorkspacesEnvelopeable) bool {
		return is(changed.GetData().GetAttributes().GetDescription(), "Routers.")
	})
	report("workspaces", "delete", one.Delete(ctx, nil))
}

func teams(ctx context.Context, client *api.ApiClient) {
	envelope := func(attributes models.Teams_attributesable) models.TeamsEnvelopeable {
		data := models.NewTeams()
		data.SetTypeEscaped(ptr(models.TEAMS_TEAMS_TYPE))
		data.SetAttributes(attributes)
		body := models.NewTeamsEnvelope()
		body.SetData(data)
		return body
	}
	list := client.Organizations().ByOrganization_name(name).Teams()
	made := call("teams", "create", func() (models.TeamsEnvelopeable, error) {
		attributes := models.NewTeams_attributes()
		attributes.SetName(ptr("Net / Core"))
		return list.Post(ctx, envelope(attributes), nil)
	}, nil)
	if made == nil {
		return
	}
	one := client.Teams().ById(*made.GetData().GetId())
	call("teams", "list", func() (any, error) { return list.Get(ctx, nil) }, nil)
	call("teams", "read", func() (any, error) { return one.Get(ctx, nil) }, nil)
	call("teams", "update", func() (models.TeamsEnvelopeable, error) {
		attributes := models.NewTeams_attributes()
		attributes.SetName(ptr("Network"))
		return one.Patch(ctx, envelope(attributes), nil)
	}, func(changed models.TeamsEnvelopeable) bool {
		return is(changed.GetData().GetAttributes().GetName(), "Network")
	})
	report("teams", "delete", one.Delete(ctx, nil))
}

func policies(ctx context.Context, client *api.ApiClient) {
	list := client.Organizations().ByOrganization_name(name).Policies()
	made := call("policies", "create", func() (models.PoliciesEnvelopeable, error) {
		attributes := models.NewPolicies_attributes()
		attributes.SetName(ptr("tags"))
		attributes.SetKind(ptr(models.OPA_POLICIES_ATTRIBUTES_KIND))
		attributes.SetQuery(ptr("data.tags.deny"))
		attributes.SetEnforcementLevel(ptr(models.ADVISORY_POLICIES_ATTRIBUTES_ENFORCEMENTLEVEL))
		data := models.NewPolicies()
		data.SetTypeEscaped(ptr(models.POLICIES_POLICIES_TYPE))
		data.SetAttributes(attributes)
		body := models.NewPoliciesEnvelope()
		body.SetData(data)
		return list.Post(ctx, body, nil)
	}, nil)
	if made == nil {
		return
	}
	one := client.Policies().ByPolicy_id(*made.GetData().GetId())
	call("policies", "list", func() (any, error) { return list.Get(ctx, nil) }, nil)
	call("policies", "read", func() (any, error) { return one.Get(ctx, nil) }, nil)
	report("policies", "delete", one.Delete(ctx, nil))
}

func policySets(ctx context.Context, client *api.ApiClient) {
	list := client.Organizations().ByOrganization_name(name).PolicySets()
	made := call("policy sets", "create", func() (models.PolicySetsEnvelopeable, error) {
		attributes := models.NewPolicySets_attributes()
		attributes.SetName(ptr("baseline"))
		data := models.NewPolicySets()
		data.SetTypeEscaped(ptr(models.POLICYSETS_POLICYSETS_TYPE))
		data.SetAttributes(attributes)
		body := models.NewPolicySetsEnvelope()
		body.SetData(data)
		return list.Post(ctx, body, nil)
	}, nil)
	if made == nil {
		return
	}
	one := client.PolicySets().ByPolicy_set_id(*made.GetData().GetId())
	call("policy sets", "list", func() (any, error) { return list.Get(ctx, nil) }, nil)
	call("policy sets", "read", func() (any, error) { return one.Get(ctx, nil) }, nil)
	call("policy sets", "list parameters", func() (any, error) { return one.Parameters().Get(ctx, nil) }, nil)
	report("policy sets", "delete", one.Delete(ctx, nil))
}
