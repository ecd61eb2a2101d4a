// Module registry: calls every module operation that the client has.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"

	tfe "github.com/hashicorp/go-tfe"
)

const configuration = "variable \"region\" {\n  type        = string\n  description = \"Where.\"\n}\n"

// configurationFolder writes a small module to a new temporary folder and returns its path.
func configurationFolder() (string, error) {
	folder, err := os.MkdirTemp("", "tipstaff-module-")
	if err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "main.tf"), []byte(configuration), 0o600)
}

// refused checks that the service refuses an operation with a reason, because the operation requires runs or version
// control.
func refused(area, name string, operation func() error) {
	run(area, name, func() error {
		err := operation()
		return check(err != nil && err != tfe.ErrResourceNotFound, "it was not refused with a reason")
	})
}

func privateID(name, module string) tfe.RegistryModuleID {
	return tfe.RegistryModuleID{Organization: name, Name: module, Provider: "aws", Namespace: name, RegistryName: tfe.PrivateRegistry}
}

func newModule(ctx context.Context, client *tfe.Client, name, module string) (*tfe.RegistryModule, error) {
	return client.RegistryModules.Create(ctx, name, tfe.RegistryModuleCreateOptions{Name: tfe.String(module), Provider: tfe.String("aws"), RegistryName: tfe.PrivateRegistry})
}

// publish creates a version and uploads it with the client's own archive function.
func publish(ctx context.Context, client *tfe.Client, id tfe.RegistryModuleID, version string) error {
	created, err := client.RegistryModules.CreateVersion(ctx, id, tfe.RegistryModuleCreateVersionOptions{Version: tfe.String(version)})
	if err != nil {
		return err
	}
	folder, err := configurationFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	return client.RegistryModules.Upload(ctx, *created, folder)
}

func modules(ctx context.Context, client *tfe.Client, name string) {
	module := call("registry", "create a module", func() (*tfe.RegistryModule, error) { return newModule(ctx, client, name, "network") })
	if module == nil {
		return
	}
	id := privateID(name, "network")
	call("registry", "read a module", func() (*tfe.RegistryModule, error) { return client.RegistryModules.Read(ctx, id) })
	call("registry", "read a module by its identifier", func() (*tfe.RegistryModule, error) {
		return client.RegistryModules.Read(ctx, tfe.RegistryModuleID{ID: module.ID})
	})
	call("registry", "create a version", func() (*tfe.RegistryModuleVersion, error) {
		return client.RegistryModules.CreateVersion(ctx, id, tfe.RegistryModuleCreateVersionOptions{Version: tfe.String("0.1.0")})
	})
	run("registry", "upload a version", func() error { return publish(ctx, client, id, "1.0.0") })
	run("registry", "upload the link of a version that is read", func() error {
		version, err := client.RegistryModules.ReadVersion(ctx, id, "0.1.0")
		if err != nil {
			return err
		}
		link, ok := version.Links["upload"].(string)
		if !ok {
			return check(false, "no link")
		}
		return client.RegistryModules.UploadTarGzip(ctx, link, bytes.NewReader(archive()))
	})
	version := call("registry", "read a version", func() (*tfe.RegistryModuleVersion, error) {
		return client.RegistryModules.ReadVersion(ctx, id, "1.0.0")
	})
	run("registry", "the version is there", func() error {
		return check(version != nil && version.Status == tfe.RegistryModuleVersionStatusOk, "another status")
	})
	installed := call("registry", "read a module as the registry protocol shows it", func() (*tfe.TerraformRegistryModule, error) {
		return client.RegistryModules.ReadTerraformRegistryModule(ctx, id, "1.0.0")
	})
	run("registry", "shows the inputs", func() error {
		return check(installed != nil && len(installed.Root.Inputs) == 1 && installed.Root.Inputs[0].Name == "region", "other inputs")
	})
	call("registry", "list modules", func() (*tfe.RegistryModuleList, error) {
		return client.RegistryModules.List(ctx, name, &tfe.RegistryModuleListOptions{Search: "net", Provider: "aws", RegistryName: tfe.PrivateRegistry,
			OrganizationName: name, Include: []tfe.RegistryModuleListIncludeOpt{tfe.IncludeNoCodeModules}})
	})
	call("registry", "list commits", func() (*tfe.CommitList, error) { return client.RegistryModules.ListCommits(ctx, id) })
	call("registry", "update a module", func() (*tfe.RegistryModule, error) {
		return client.RegistryModules.Update(ctx, id, tfe.RegistryModuleUpdateOptions{TagBindings: []*tfe.TagBinding{{Key: "team", Value: "net"}}})
	})
	tags := call("registry", "list tags", func() ([]*tfe.TagBinding, error) { return client.RegistryModules.ListTagBindings(ctx, module.ID) })
	run("registry", "keeps tags", func() error { return check(len(tags) == 1 && tags[0].Value == "net", "other tags") })
	refused("registry", "a module from version control is refused", func() error {
		_, err := client.RegistryModules.CreateWithVCSConnection(ctx, tfe.RegistryModuleCreateWithVCSConnectionOptions{VCSRepo: &tfe.RegistryModuleVCSRepoOptions{
			Identifier: tfe.String("a/terraform-aws-b"), OAuthTokenID: tfe.String("ot-1"), DisplayIdentifier: tfe.String("a/b"), OrganizationName: tfe.String(name), Branch: tfe.String("main")}})
		return err
	})
	references(ctx, client, name)
	run("registry", "delete a version", func() error { return client.RegistryModules.DeleteVersion(ctx, id, "1.0.0") })
	run("registry", "delete a provider", func() error { return client.RegistryModules.DeleteProvider(ctx, id) })
	for _, by := range []struct {
		title  string
		delete func() error
	}{
		{"delete by name", func() error { return client.RegistryModules.DeleteByName(ctx, privateID(name, "storage")) }},
		{"delete in the older way", func() error { return client.RegistryModules.Delete(ctx, name, "storage") }},
	} {
		if _, err := newModule(ctx, client, name, "storage"); err != nil {
			report("registry", by.title, err)
			continue
		}
		run("registry", by.title, by.delete)
	}
}

func references(ctx context.Context, client *tfe.Client, name string) {
	id := tfe.RegistryModuleID{Organization: name, Name: "vpc", Provider: "aws", Namespace: "terraform-aws-modules", RegistryName: tfe.PublicRegistry}
	call("registry", "refer to a public module", func() (*tfe.RegistryModule, error) {
		return client.RegistryModules.Create(ctx, name, tfe.RegistryModuleCreateOptions{Name: tfe.String("vpc"), Provider: tfe.String("aws"),
			RegistryName: tfe.PublicRegistry, Namespace: "terraform-aws-modules"})
	})
	read := call("registry", "read the reference", func() (*tfe.RegistryModule, error) { return client.RegistryModules.Read(ctx, id) })
	run("registry", "keeps whose module it is", func() error {
		return check(read != nil && read.Namespace == "terraform-aws-modules" && read.RegistryName == tfe.PublicRegistry, "something else came back")
	})
	run("registry", "delete the reference", func() error { return client.RegistryModules.DeleteProvider(ctx, id) })
}

// archive returns the small module as a tar.gz file.
func archive() []byte {
	var packed bytes.Buffer
	compressed := gzip.NewWriter(&packed)
	files := tar.NewWriter(compressed)
	_ = files.WriteHeader(&tar.Header{Name: "main.tf", Mode: 0o600, Size: int64(len(configuration))})
	_, _ = files.Write([]byte(configuration))
	_ = files.Close()
	_ = compressed.Close()
	return packed.Bytes()
}
