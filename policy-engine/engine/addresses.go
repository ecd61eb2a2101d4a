package engine

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// instanceKey matches the key of an instance in an address, such as [0] or ["x"].
var instanceKey = regexp.MustCompile(keyPattern)

var firstKey = regexp.MustCompile("^" + keyPattern)

const keyPattern = `\[(?:[0-9]+|"(?:[^"\\]|\\.)*")\]`

// addAddresses adds to named those of the addresses that occur in a result, as a whole text or as a word of a text.
func addAddresses(value any, addresses, named map[string]bool) {
	switch value := value.(type) {
	case string:
		eachAddressWord(value, func(start, end int) {
			if word := value[start:end]; addresses[word] {
				named[word] = true
			}
		})
	case []any:
		for _, each := range value {
			addAddresses(each, addresses, named)
		}
	case map[string]any:
		for key, each := range value {
			addAddresses(key, addresses, named)
			addAddresses(each, addresses, named)
		}
	}
}

// withAddress returns a copy of a result in which each occurrence of an address is replaced by another address.
func withAddress(value any, address, other string) any {
	switch value := value.(type) {
	case string:
		return withWord(value, address, other)
	case []any:
		elements := make([]any, len(value))
		for at, each := range value {
			elements[at] = withAddress(each, address, other)
		}
		return elements
	case map[string]any:
		members := map[string]any{}
		for key, each := range value {
			members[withWord(key, address, other)] = withAddress(each, address, other)
		}
		return members
	}
	return value
}

func withWord(text, word, other string) string {
	var result strings.Builder
	copied := 0
	eachAddressWord(text, func(start, end int) {
		if text[start:end] == word {
			result.WriteString(text[copied:start] + other)
			copied = end
		}
	})
	return result.String() + text[copied:]
}

// eachAddressWord visits the words in a text that have the form of an address: names joined by dots, each optionally
// followed by the key of an instance, such as module.a["x"].aws_s3_bucket.logs[0]. A word never begins or ends within a
// longer word. For example, a[1] is not found in a[10].
func eachAddressWord(text string, visit func(start, end int)) {
	before := ' '
	for at := 0; at < len(text); {
		next, size := utf8.DecodeRuneInString(text[at:])
		end := at
		if !isOfName(before) && before != '.' && before != ']' {
			end = addressEnd(text, at)
		}
		if end > at {
			visit(at, end)
			next, size = utf8.DecodeLastRuneInString(text[:end])
			size = end - at
		}
		at, before = at+size, next
	}
}

// addressEnd returns the offset at which the longest word in the form of an address ends, if the word begins at start.
// It returns start if no such word begins there.
func addressEnd(text string, start int) int {
	end := start
	for at := start; ; at = end + 1 {
		first, size := utf8.DecodeRuneInString(text[at:])
		if first != '_' && !unicode.IsLetter(first) {
			return end
		}
		for isOfName(first) {
			at += size
			first, size = utf8.DecodeRuneInString(text[at:])
		}
		end = at
		if end < len(text) && text[end] == '[' {
			end += len(firstKey.FindString(text[end:]))
		}
		if end == len(text) || text[end] != '.' {
			return end
		}
	}
}

func isOfName(character rune) bool {
	return isOfWord(character) || character == '_' || character == '-'
}
