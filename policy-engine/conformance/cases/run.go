// Package cases runs OPA's own test cases in the same way as OPA's tests.
package cases

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/test/cases"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/util"
)

// Run runs a test case, which is given in JSON. It returns the reason why the result is not the expected one, or an
// empty string.
func Run(document []byte, version ast.RegoVersion) (reason string) {
	defer func() {
		if panicked := recover(); panicked != nil {
			reason = fmt.Sprint(panicked)
		}
	}()
	var each cases.TestCase
	if err := util.UnmarshalJSON(document, &each); err != nil {
		return err.Error()
	}
	for name, value := range each.Env {
		if err := os.Setenv(name, value); err != nil {
			return err.Error()
		}
		defer os.Unsetenv(name)
	}
	results, err := evaluated(each, version)
	if each.WantError != nil || each.WantErrorCode != nil {
		return wrongError(each, err)
	}
	if err != nil {
		return err.Error()
	}
	if each.WantResult != nil {
		return wrongResult(each, results)
	}
	if each.WantDefined != nil && *each.WantDefined != (len(results) > 0) {
		return fmt.Sprintf("defined: %v, with %v", *each.WantDefined, results)
	}
	return ""
}

func evaluated(each cases.TestCase, version ast.RegoVersion) (topdown.QueryResultSet, error) {
	compiler, err := compiled(each, version)
	if err != nil {
		return nil, err
	}
	body, err := ast.ParseBody(each.Query)
	if err != nil {
		return nil, err
	}
	query, err := compiler.QueryCompiler().Compile(body)
	if err != nil {
		return nil, err
	}
	input, err := inputOf(each)
	if err != nil {
		return nil, err
	}
	store := inmem.New()
	if each.Data != nil {
		store = inmem.NewFromObject(*each.Data)
	}
	ctx := context.Background()
	transaction, err := store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	return topdown.NewQuery(query).
		WithCompiler(compiler).
		WithStore(store).
		WithTransaction(transaction).
		WithInput(input).
		WithStrictBuiltinErrors(each.StrictError).
		WithCancel(topdown.NewCancel()).
		Run(ctx)
}

func compiled(each cases.TestCase, version ast.RegoVersion) (*ast.Compiler, error) {
	options := ast.ParserOptions{RegoVersion: version}
	if each.ExperimentalKeywords {
		options.Capabilities = ast.CapabilitiesForThisVersion(ast.CapabilitiesExperimentalKeywords(true))
	}
	modules := map[string]string{}
	for at, module := range each.Modules {
		modules[fmt.Sprintf("test-%d.rego", at)] = module
	}
	return ast.CompileModulesWithOpt(modules, ast.CompileOpts{ParserOptions: options})
}

func inputOf(each cases.TestCase) (*ast.Term, error) {
	switch {
	case each.InputTerm != nil:
		return ast.ParseTerm(*each.InputTerm)
	case each.Input != nil:
		value, err := ast.InterfaceToValue(*each.Input)
		return ast.NewTerm(value), err
	}
	return nil, nil
}

func wrongError(each cases.TestCase, err error) string {
	if each.WantError != nil && (err == nil || !strings.Contains(err.Error(), *each.WantError)) {
		return fmt.Sprintf("the error is %v instead of %s", err, *each.WantError)
	}
	var evaluation *topdown.Error
	if each.WantErrorCode != nil && (!errors.As(err, &evaluation) || evaluation.Code != *each.WantErrorCode) {
		return fmt.Sprintf("the error is %v instead of one with the code %s", err, *each.WantErrorCode)
	}
	return ""
}

func wrongResult(each cases.TestCase, results topdown.QueryResultSet) string {
	wanted, actual := ast.NewSet(), ast.NewSet()
	for _, bindings := range *each.WantResult {
		object := ast.NewObject()
		for name, value := range bindings {
			object.Insert(ast.StringTerm(name), ast.NewTerm(ast.MustInterfaceToValue(value)))
		}
		wanted.Add(ast.NewTerm(object))
	}
	for _, bindings := range results {
		object := ast.NewObject()
		for name, term := range bindings {
			value, err := ast.JSON(term.Value)
			if err != nil {
				return err.Error()
			}
			if members, ok := value.([]any); ok && each.SortBindings {
				slices.SortFunc(members, util.Compare)
			}
			if !each.IgnoreGeneratedVars || !strings.HasPrefix(string(name), "__localq") {
				object.Insert(ast.StringTerm(string(name)), ast.NewTerm(ast.MustInterfaceToValue(value)))
			}
		}
		actual.Add(ast.NewTerm(object))
	}
	if wanted.Compare(actual) != 0 {
		return fmt.Sprintf("the result is %v instead of %v", actual, wanted)
	}
	return ""
}
