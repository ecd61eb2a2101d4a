// This program prints the OPA test cases in a folder, each as one line of JSON.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/open-policy-agent/opa/v1/test/cases"
)

func main() {
	set, err := cases.Load(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	lines := json.NewEncoder(os.Stdout)
	for _, each := range set.Sorted().Cases {
		if err := lines.Encode(each); err != nil {
			log.Fatal(err)
		}
	}
}
