package engine

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/util"
	"go.yaml.in/yaml/v3"
)

const codeWrongData = "wrong_data"

// dataDocument is a parsed data document.
type dataDocument struct {
	Document
	value any
}

// data is the data that policies can access in addition to the input.
type data struct {
	store storage.Store
	// exists reports whether the documents have a value at a path. No rule may define such a path. The function is nil
	// if there are no documents.
	exists func(path []string) (bool, error)
}

// dataOf merges documents at their paths below data, as OPA does for a bundle.
func dataOf(documents []Document) (data, []Problem) {
	merged, problems := mergedData(documents)
	if len(problems) > 0 {
		return data{}, problems
	}
	made := data{
		store: inmem.NewFromObjectWithOpts(merged, inmem.OptRoundTripOnWrite(false), inmem.OptReturnASTValuesOnRead(true)),
	}
	if len(documents) > 0 {
		made.exists = existsIn(made.store)
	}
	return made, nil
}

// mergeData returns the documents of a request as a single document.
func mergeData(request Request) DataAnswer {
	merged, problems := mergedData(request.Data)
	return DataAnswer{Text: string(encoded(merged)), Problems: problems}
}

func mergedData(documents []Document) (map[string]any, []Problem) {
	read, problems := readDocuments(documents)
	merged := map[string]any{}
	for at, document := range read {
		rooted := rootedAt(document.At, document.value)
		if object, ok := rooted.(map[string]any); ok && len(problems) == 0 {
			if conflict := mergeInto(merged, object, nil); conflict != nil {
				problems = append(problems, conflictProblem(read[:at], document, conflict))
			}
		}
	}
	return merged, append(problems, manifestProblems(documents, read)...)
}

// existsIn returns a function that reports whether a store has a value at a path. The store must not change.
func existsIn(store storage.Store) func(path []string) (bool, error) {
	ctx := context.Background()
	transaction, err := store.NewTransaction(ctx)
	if err != nil {
		return func([]string) (bool, error) { return false, err }
	}
	return storage.NonEmpty(ctx, store, transaction)
}

// has reports whether the documents have a value for a reference.
func (d data) has(ref ast.Ref) bool {
	path, err := storage.NewPathForRef(ref)
	if d.exists == nil || err != nil {
		return false
	}
	found, err := d.exists(path)
	return found && err == nil
}

func readDocuments(documents []Document) ([]dataDocument, []Problem) {
	read, problems := []dataDocument{}, []Problem{}
	for _, each := range documents {
		if path.Base(each.File) == bundle.ManifestExt {
			continue
		}
		value, reason := readDocument(each)
		if reason != "" {
			problems = append(problems, dataProblem(each.File, reason))
			continue
		}
		read = append(read, dataDocument{Document: each, value: value})
	}
	return read, problems
}

func dataProblem(file, reason string) Problem {
	problem := errorProblem(codeWrongData, reason)
	problem.File = file
	return problem
}

// readDocument parses a document as JSON or YAML, depending on its file name. If the document cannot be parsed,
// readDocument returns the reason.
func readDocument(document Document) (value any, reason string) {
	text := []byte(document.Text)
	if path.Ext(document.File) == ".json" {
		if err := util.UnmarshalJSON(bytes.TrimPrefix(text, []byte("\ufeff")), &value); err != nil {
			return nil, fmt.Sprintf("this is not JSON: %v", err)
		}
	} else {
		if hasSeveral(text) {
			return nil, "the file contains several YAML documents: put each into its own file"
		}
		if err := util.Unmarshal(text, &value); err != nil {
			return nil, fmt.Sprintf("this is not YAML: %v", err)
		}
	}
	if _, isObject := value.(map[string]any); !isObject && len(document.At) == 0 {
		return nil, "the file does not contain an object, so its values have no names below data"
	}
	return value, ""
}

// hasSeveral reports whether a text contains more than one YAML document. The parser would ignore all documents but the
// first.
func hasSeveral(text []byte) bool {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var first, second yaml.Node
	return decoder.Decode(&first) == nil && decoder.Decode(&second) == nil
}

// rootedAt returns an object that contains the value at the given path.
func rootedAt(at []string, value any) any {
	for _, name := range slices.Backward(at) {
		value = map[string]any{name: value}
	}
	return value
}

// mergeInto adds the members of an object to another object. If both objects have a value at the same path and one of
// the values is not an object, mergeInto returns that path.
func mergeInto(target, added map[string]any, at []string) []string {
	for name, value := range added {
		below := append(slices.Clone(at), name)
		known, exists := target[name]
		if !exists {
			target[name] = copied(value)
			continue
		}
		knownObject, isObject := known.(map[string]any)
		object, alsoObject := value.(map[string]any)
		if !isObject || !alsoObject {
			return below
		}
		if conflict := mergeInto(knownObject, object, below); conflict != nil {
			return conflict
		}
	}
	return nil
}

// copied returns a copy of a value whose objects can be extended.
func copied(value any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	members := make(map[string]any, len(object))
	for name, each := range object {
		members[name] = copied(each)
	}
	return members
}

func conflictProblem(before []dataDocument, document dataDocument, at []string) Problem {
	other := "another file"
	for _, each := range before {
		if has(rootedAt(each.At, each.value), at) {
			other = each.File
		}
	}
	name := "data." + strings.Join(at, ".")
	return dataProblem(document.File, fmt.Sprintf("%s also defines %s: define it only once", other, name))
}

func has(value any, at []string) bool {
	for _, name := range at {
		object, ok := value.(map[string]any)
		if !ok {
			return true
		}
		if value, ok = object[name]; !ok {
			return false
		}
	}
	return true
}

// manifestProblems returns a problem for each manifest whose folder contains data outside the roots that the manifest
// declares.
func manifestProblems(documents []Document, read []dataDocument) []Problem {
	problems := []Problem{}
	for _, each := range documents {
		if path.Base(each.File) != bundle.ManifestExt {
			continue
		}
		roots, err := rootsOf(each)
		if err != nil {
			problems = append(problems, dataProblem(each.File, fmt.Sprintf("this is not a manifest: %v", err)))
			continue
		}
		for _, document := range read {
			if outside := firstOutside(document.value, document.At, each.At, roots); outside != "" {
				reason := fmt.Sprintf("%s is outside of the roots in %s: %s", outside, each.File, strings.Join(roots, ", "))
				problems = append(problems, dataProblem(document.File, reason))
			}
		}
	}
	return problems
}

// rootsOf returns the roots of a manifest as paths below data. A manifest without roots has its whole folder as its
// root.
func rootsOf(document Document) ([]string, error) {
	var manifest bundle.Manifest
	if err := util.UnmarshalJSON([]byte(document.Text), &manifest); err != nil {
		return nil, err
	}
	manifest.Init()
	roots := []string{}
	for _, root := range *manifest.Roots {
		roots = append(roots, path.Join(append(slices.Clone(document.At), root)...))
	}
	return roots, nil
}

// firstOutside returns the path of a value in a manifest's folder that is not below one of the roots. The path is empty
// if there is no such value.
func firstOutside(value any, at, folder, roots []string) string {
	name := strings.Join(at, "/")
	if len(at) < len(folder) || !slices.Equal(at[:len(folder)], folder) || isWithin(name, roots) {
		return ""
	}
	object, ok := value.(map[string]any)
	if !ok {
		return name
	}
	for _, member := range slices.Sorted(maps.Keys(object)) {
		if outside := firstOutside(object[member], append(slices.Clone(at), member), folder, roots); outside != "" {
			return outside
		}
	}
	return ""
}

func isWithin(name string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return root == "" || name == root || strings.HasPrefix(name, root+"/")
	})
}
