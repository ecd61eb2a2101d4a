package engine

import "fmt"

const maxSourceDepth = 1000

// nestingProblem returns a problem if a source is nested so deeply that parsing it could exhaust the stack. Brackets in
// strings and comments do not count. Brackets in template strings do.
func nestingProblem(file, source string) *Problem {
	depth, row := 0, 1
	for at := 0; at < len(source); at++ {
		switch source[at] {
		case '\n':
			row++
		case '[', '(', '{':
			if depth++; depth > maxSourceDepth {
				message := fmt.Sprintf("the source is nested deeper than %d levels", maxSourceDepth)
				return &Problem{Code: "too_deep", Severity: severityError, Message: message, File: file, Row: row}
			}
		case ']', ')', '}':
			depth--
		case '#':
			at = endOf(source, at, '\n') - 1
		case '"', '`':
			if at > 0 && source[at-1] == '$' {
				continue
			}
			end := endOf(source, at+1, source[at])
			row += newlines(source[at:end])
			at = end
		}
	}
	return nil
}

// endOf returns the position of the delimiter that ends a string or a comment, or the end of the source.
func endOf(source string, at int, delimiter byte) int {
	for ; at < len(source) && source[at] != delimiter; at++ {
		if delimiter == '"' && source[at] == '\\' {
			at++
		}
	}
	return min(at, len(source))
}

func newlines(text string) int {
	count := 0
	for at := range len(text) {
		if text[at] == '\n' {
			count++
		}
	}
	return count
}
