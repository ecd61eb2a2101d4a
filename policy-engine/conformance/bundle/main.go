// This program prints OPA's own result for a query. Its arguments are "<folder> <query> <input> [data file or folder
// …]". The output is a line of JSON with the member "value", "error", or none if the result is undefined.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/util"
)

type answer struct {
	Value any    `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
}

func main() {
	folder, query, file, data := os.Args[1], os.Args[2], os.Args[3], os.Args[4:]
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	var input any
	if err := util.UnmarshalJSON(text, &input); err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(evaluate(folder, query, input, data)); err != nil {
		log.Fatal(err)
	}
}

func evaluate(folder, query string, input any, data []string) answer {
	// A bundle owns all data. If further data files are named, the folder is therefore loaded like them, as OPA does
	// without the flag -b.
	loading := rego.LoadBundle(folder)
	if len(data) > 0 {
		loading = rego.Load(append([]string{folder}, data...), nil)
	}
	results, err := rego.New(loading, rego.Query(query), rego.Input(input)).Eval(context.Background())
	if err != nil {
		return answer{Error: err.Error()}
	}
	if len(results) == 0 {
		return answer{}
	}
	return answer{Value: results[0].Expressions[0].Value}
}
