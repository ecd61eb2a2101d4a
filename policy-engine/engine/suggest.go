package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	undefinedFunction = regexp.MustCompile(`undefined function (\S+)`)
	unsafeVariable    = regexp.MustCompile(`^var (\S+) is unsafe`)
)

// hintFor says what to do about an error of the compiler; empty where its message says it all.
func hintFor(message string) string {
	if match := undefinedFunction.FindStringSubmatch(message); match != nil {
		if slices.Contains(unavailable, match[1]) {
			return "Policies reach neither the network nor the process. Bring what the policy needs with the input."
		}
		return didYouMean(match[1], builtinNames())
	}
	if match := unsafeVariable.FindStringSubmatch(message); match != nil {
		return fmt.Sprintf("Give %s a value first: with := or with some … in.", match[1])
	}
	if strings.Contains(message, "keyword is required before") || strings.Contains(message, "must use `contains`") {
		return "Write rules as in Rego v1: deny contains message if { … }."
	}
	return ""
}

func builtinNames() []string {
	names := make([]string, 0, len(capabilities.Builtins))
	for _, builtin := range capabilities.Builtins {
		names = append(names, builtin.Name)
	}
	return names
}

// didYouMean names the candidate that differs least from a word; empty where all differ much.
func didYouMean(word string, candidates []string) string {
	best, fewest := "", max(2, len(word)/3)+1
	for _, candidate := range candidates {
		if edits := distance(word, candidate); edits < fewest {
			best, fewest = candidate, edits
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("Did you mean %s?", best)
}

const maxCompared = 200

// distance is the number of letters to insert, remove or replace to make one word of the other.
func distance(a, b string) int {
	if len(a) > maxCompared || len(b) > maxCompared {
		return maxCompared
	}
	row := make([]int, len(b)+1)
	for column := range row {
		row[column] = column
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
