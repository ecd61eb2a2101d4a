package engine

import (
	"fmt"
	"regexp"
	"slices"
)

var (
	undefinedFunction = regexp.MustCompile(`undefined function (\S+)`)
	unsafeVariable    = regexp.MustCompile(`^var (\S+) is unsafe`)
)

// hintFor returns a hint on how to fix a compiler error. It is empty if the error message suffices.
func hintFor(message string) string {
	if match := undefinedFunction.FindStringSubmatch(message); match != nil {
		if slices.Contains(unavailable, match[1]) {
			return "Policies can access neither the network nor the process. Pass the data that the policy needs in the input."
		}
		return didYouMean(match[1], builtinNames())
	}
	if match := unsafeVariable.FindStringSubmatch(message); match != nil {
		return fmt.Sprintf("Give %s a value first: with := or with some … in.", match[1])
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

// didYouMean returns a hint with the candidate that is most similar to a word. It is empty if no candidate is similar.
func didYouMean(word string, candidates []string) string {
	return suggestion(closest(word, candidates, max(2, len(word)/3)))
}

func suggestion(word string) string {
	if word == "" {
		return ""
	}
	return fmt.Sprintf("Did you mean %s?", word)
}

// mostSimilar returns the candidate of which a word is probably a misspelling. At most one letter in three may differ.
// The result is empty if there is no such candidate.
func mostSimilar(word string, candidates []string) string {
	return closest(word, candidates, len(word)/3)
}

// closest returns the candidate with the smallest distance from a word. It returns an empty text if every distance is
// larger than maxEdits.
func closest(word string, candidates []string, maxEdits int) string {
	best, fewest := "", maxEdits+1
	for _, candidate := range candidates {
		if edits := distance(word, candidate); edits < fewest {
			best, fewest = candidate, edits
		}
	}
	return best
}

const maxCompared = 200

// distance returns the number of edits that turn one word into the other. An edit inserts, removes or replaces a
// letter, or swaps two neighbouring letters.
func distance(a, b string) int {
	if len(a) > maxCompared || len(b) > maxCompared {
		return maxCompared
	}
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for column := range row {
		row[column] = column
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			replaced := row[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = min(replaced, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
