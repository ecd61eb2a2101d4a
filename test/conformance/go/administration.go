package main

import (
	"context"
	"os"
	"path/filepath"

	tfe "github.com/hashicorp/go-tfe"
)

// versions uploads a folder of policies to a policy set, as the Terraform provider does.
func versions(ctx context.Context, client *tfe.Client, name string) {
	set := call("policy set versions", "create a set", func() (*tfe.PolicySet, error) {
		return client.PolicySets.Create(ctx, name, tfe.PolicySetCreateOptions{Name: tfe.String("versioned"), Kind: tfe.OPA})
	})
	if set == nil {
		return
	}
	version := call("policy set versions", "create", func() (*tfe.PolicySetVersion, error) {
		return client.PolicySetVersions.Create(ctx, set.ID)
	})
	folder, _ := os.MkdirTemp("", "policies")
	defer os.RemoveAll(folder)
	list := "policy \"tags\" {\n  query = \"data.tags.deny\"\n  enforcement_level = \"mandatory\"\n}\n"
	_ = os.WriteFile(filepath.Join(folder, "policies.hcl"), []byte(list), 0o600)
	_ = os.WriteFile(filepath.Join(folder, "tags.rego"), []byte("package tags\n"), 0o600)
	run("policy set versions", "upload by the link that a read shows", func() error {
		read, err := client.PolicySetVersions.Read(ctx, version.ID)
		if err != nil {
			return err
		}
		return client.PolicySetVersions.Upload(ctx, *read, folder)
	})
	ready := call("policy set versions", "read", func() (*tfe.PolicySetVersion, error) {
		return client.PolicySetVersions.Read(ctx, version.ID)
	})
	run("policy set versions", "is ready", func() error {
		return check(ready != nil && ready.Status == tfe.PolicySetVersionReady && ready.Error == "", "something else came back")
	})
	run("policy set versions", "is the current one of the set", func() error {
		options := &tfe.PolicySetReadOptions{Include: []tfe.PolicySetIncludeOpt{tfe.PolicySetCurrentVersion, tfe.PolicySetNewestVersion}}
		read, err := client.PolicySets.ReadWithOptions(ctx, set.ID, options)
		if err != nil {
			return err
		}
		isCurrent := read.CurrentVersion != nil && read.CurrentVersion.ID == version.ID
		return check(isCurrent && read.PolicyCount == 1 && len(read.Policies) == 0, "something else came back")
	})
	run("policy set versions", "delete the set", func() error { return client.PolicySets.Delete(ctx, set.ID) })
}

func retention(ctx context.Context, client *tfe.Client, name string) {
	call("data retention", "set", func() (*tfe.DataRetentionPolicyDeleteOlder, error) {
		options := tfe.DataRetentionPolicyDeleteOlderSetOptions{DeleteOlderThanNDays: 30}
		return client.Organizations.SetDataRetentionPolicyDeleteOlder(ctx, name, options)
	})
	read := call("data retention", "read", func() (*tfe.DataRetentionPolicyChoice, error) {
		return client.Organizations.ReadDataRetentionPolicyChoice(ctx, name)
	})
	run("data retention", "keeps what was written", func() error {
		older := read.DataRetentionPolicyDeleteOlder
		return check(older != nil && older.DeleteOlderThanNDays == 30, "something else came back")
	})
	run("data retention", "delete", func() error { return client.Organizations.DeleteDataRetentionPolicy(ctx, name) })
}

func administration(ctx context.Context, client *tfe.Client, name string) {
	call("administration", "list organizations", func() (*tfe.AdminOrganizationList, error) {
		options := &tfe.AdminOrganizationListOptions{Query: name, Include: []tfe.AdminOrgIncludeOpt{tfe.AdminOrgOwners}}
		return client.Admin.Organizations.List(ctx, options)
	})
	updated := call("administration", "update an organization", func() (*tfe.AdminOrganization, error) {
		return client.Admin.Organizations.Update(ctx, name, tfe.AdminOrganizationUpdateOptions{
			AccessBetaTools: tfe.Bool(true), GlobalModuleSharing: tfe.Bool(true), WorkspaceLimit: tfe.Int(50),
		})
	})
	run("administration", "keeps what was written", func() error {
		return check(updated != nil && updated.AccessBetaTools && *updated.GlobalModuleSharing && *updated.WorkspaceLimit == 50,
			"something else came back")
	})
	other := name + "-consumer"
	call("administration", "another organization", func() (*tfe.Organization, error) {
		return client.Organizations.Create(ctx, tfe.OrganizationCreateOptions{Name: &other, Email: tfe.String("a@example.com")})
	})
	run("administration", "share modules", func() error {
		return client.Admin.Organizations.UpdateModuleConsumers(ctx, name, []string{other})
	})
	consumers := call("administration", "list module consumers", func() (*tfe.AdminOrganizationList, error) {
		return client.Admin.Organizations.ListModuleConsumers(ctx, name, nil)
	})
	run("administration", "has one module consumer", func() error {
		return check(consumers != nil && len(consumers.Items) == 1 && consumers.Items[0].Name == other, "something else came back")
	})
	run("administration", "delete an organization", func() error { return client.Admin.Organizations.Delete(ctx, other) })
}
