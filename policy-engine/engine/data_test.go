package engine

import (
	"encoding/json"
	"strings"
	"testing"
)

const readsData = "package p\n\ndeny := [data.config]\n"

func withData(source string, documents ...Document) Request {
	request := evaluation("data.p.deny", source)
	request.Data = documents
	return request
}

func TestDataDocumentsAreMergedAtTheirPaths(t *testing.T) {
	cases := []struct {
		name      string
		documents []Document
		want      string
	}{
		{"at the root", []Document{{"data.json", nil, `{"config": {"a": 1}}`}}, `{"a":1}`},
		{"in a folder", []Document{{"config/data.json", []string{"config"}, `{"a": 1}`}}, `{"a":1}`},
		{"no object", []Document{{"config/a/data.json", []string{"config", "a"}, `[1]`}}, `{"a":[1]}`},
		{"YAML", []Document{{"config/data.yaml", []string{"config"}, "a: [x, 1.50]\n"}}, `{"a":["x",1.5]}`},
		{"exact numbers", []Document{{"data.json", nil, `{"config": 12345678901234567890.10}`}}, `12345678901234567890.10`},
		{"several that complete each other", []Document{
			{"data.json", nil, `{"config": {"a": {"b": 1}}}`},
			{"config/data.yml", []string{"config"}, "c: 2\n"},
			{"config/a/data.json", []string{"config", "a"}, `{"d": 3}`},
		}, `{"a":{"b":1,"d":3},"c":2}`},
		{"within the roots of a manifest", []Document{
			{".manifest", nil, `{"roots": ["config/a", "other"]}`},
			{"config/a/data.json", []string{"config", "a"}, `{"b": 1}`},
		}, `{"a":{"b":1}}`},
		{"with a byte order mark", []Document{{"data.json", nil, "\ufeff{\"config\": 1}"}}, `1`},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			verdict := verdictOf(t, loaded(t, `{}`), withData(readsData, each.documents...))

			if got, _ := json.Marshal(verdict.Output); string(got) != "["+each.want+"]" {
				t.Errorf("%s %+v", got, verdict.Problems)
			}
		})
	}
}

func TestDataThatCannotBeMergedIsRefusedWithTheFile(t *testing.T) {
	cases := []struct {
		name, file, message string
		documents           []Document
	}{
		{"a path twice", "config/data.json", "data.json also defines data.config.a.b", []Document{
			{"data.json", nil, `{"config": {"a": {"b": 1}}}`},
			{"config/data.json", []string{"config"}, `{"a": {"b": 1}}`},
		}},
		{"a value where another file has members", "config/data.json", "config.json also defines data.config", []Document{
			{"config.json", nil, `{"config": 1}`},
			{"config/data.json", []string{"config"}, `{"a": 1}`},
		}},
		{"no JSON", "data.json", "this is not JSON", []Document{{"data.json", nil, `{"config": `}}},
		{"something after JSON", "data.json", "this is not JSON", []Document{{"data.json", nil, `{} {}`}}},
		{"no YAML", "data.yaml", "this is not YAML", []Document{{"data.yaml", nil, "a: [\n"}}},
		{"several documents", "data.yaml", "several YAML documents", []Document{{"data.yaml", nil, "a: 1\n---\nb: 2\n"}}},
		{"no object at the root", "data.json", "does not contain an object", []Document{{"data.json", nil, `[1]`}}},
		{"outside of the roots", "data.json", "config/b is outside of the roots in .manifest: config/a", []Document{
			{".manifest", nil, `{"roots": ["config/a"]}`},
			{"data.json", nil, `{"config": {"a": 1, "b": 2}}`},
		}},
		{"no manifest", ".manifest", "this is not a manifest", []Document{{".manifest", nil, `{"roots": 1}`}}},
		{"a path that a rule defines", "p.rego", "conflicting rule for data path p/deny", []Document{
			{"p/data.json", []string{"p"}, `{"deny": []}`},
		}},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			request := withData(readsData, each.documents...)
			verdict := verdictOf(t, loaded(t, `{}`), request)
			checked := checkOf(t, Request{Op: "check", Modules: request.Modules, Data: request.Data, PolicyQuery: request.PolicyQuery})
			request.Op = "test"
			tested := answerOf[TestAnswer](t, &Engine{}, request)

			if verdict.Status != statusErrored {
				t.Fatalf("%+v", verdict)
			}
			for _, problems := range [][]Problem{verdict.Problems, checked.Problems, tested.Problems} {
				if len(problems) != 1 || problems[0].File != each.file || !strings.Contains(problems[0].Message, each.message) {
					t.Errorf("%+v", problems)
				}
			}
		})
	}
}

func TestTestsSeeDataDocuments(t *testing.T) {
	request := Request{Op: "test", Data: []Document{{"data.json", nil, `{"config": ["a"]}`}}, Modules: map[string]string{
		"p_test.rego": "package p_test\n\ntest_config if \"a\" in data.config\n",
	}}

	answer := answerOf[TestAnswer](t, &Engine{}, request)

	if len(answer.Tests) != 1 || answer.Tests[0].Status != statusPassed {
		t.Errorf("%+v", answer)
	}
}

func TestPolicyWithItsOwnFileDoesNotSeeOthers(t *testing.T) {
	served := loaded(t, `{}`)
	request := Request{Op: "evaluate", Input: "a", Own: []string{"a.rego", "b.rego"}, Modules: map[string]string{
		"a.rego":   "package main\n\ndeny contains data.lib.name\n",
		"b.rego":   "package main\n\ndeny contains \"b\"\n",
		"lib.rego": "package lib\n\nname := \"lib\"\n",
	}}
	for file, want := range map[string]string{"a.rego": `["lib"]`, "b.rego": `["b"]`, "": `["b","lib"]`} {
		request.PolicyQuery = PolicyQuery{Query: "data.main.deny", File: file}

		verdict := verdictOf(t, served, request)

		if got, _ := json.Marshal(verdict.Output); string(got) != want {
			t.Errorf("%s: %s %+v", file, got, verdict.Problems)
		}
	}
}

func TestDataDocumentsAsOne(t *testing.T) {
	documents := []Document{
		{File: "data.json", Text: `{"a": {"n": 12345678901234567890.10}}`},
		{File: "b.yaml", Text: "a:\n  list: [yes, 1]\n"},
		{File: "c/data.json", At: []string{"c"}, Text: `[1]`},
	}

	merged := answerOf[DataAnswer](t, &Engine{}, Request{Op: "merge-data", Data: documents})
	refused := answerOf[DataAnswer](t, &Engine{}, Request{Op: "merge-data", Data: append(documents, documents[0])})

	if merged.Text != `{"a":{"list":["yes",1],"n":12345678901234567890.10},"c":[1]}` || len(merged.Problems) > 0 {
		t.Errorf("%+v", merged)
	}
	if len(refused.Problems) != 1 || refused.Problems[0].Code != codeWrongData {
		t.Errorf("%+v", refused)
	}
}
