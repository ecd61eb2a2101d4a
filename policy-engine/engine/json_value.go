package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"
	"unsafe"

	"github.com/open-policy-agent/opa/v1/ast"
)

const maxInputDepth = 1000

// member is a key and a value of an object.
type member = [2]*ast.Term

// SyntaxError is the reason why a document is not valid JSON, with the offset in bytes of the error.
type SyntaxError struct {
	Offset int
	Reason string
}

func (e *SyntaxError) Error() string { return e.Reason }

// valueOf parses a JSON document into the evaluator's representation. Because plans can be large, it needs only one
// pass and does not copy strings. The strings of the value share the document's memory, so the document must not change
// afterwards. valueOf accepts the same documents as encoding/json.
func valueOf(document []byte) (ast.Value, error) {
	reader := &valueReader{text: document, whole: unsafe.String(unsafe.SliceData(document), len(document))}
	term, err := reader.value(0)
	if err != nil {
		return nil, err
	}
	if reader.space(); reader.at < len(document) {
		return nil, reader.fail("there is something after the end of the document")
	}
	return term.Value, nil
}

type valueReader struct {
	// text and whole are the same bytes.
	text  []byte
	whole string
	at    int
	// members and elements belong to the objects and arrays that are being parsed, outermost first.
	members      []member
	elements     []*ast.Term
	keys, values texts
	terms        terms
}

func (r *valueReader) fail(reason string) error { return &SyntaxError{Offset: r.at, Reason: reason} }

func (r *valueReader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\n', '\r', '\t':
			r.at++
		default:
			return
		}
	}
}

// next skips white space and returns the next byte, or 0 at the end of the document.
func (r *valueReader) next() byte {
	r.space()
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *valueReader) value(depth int) (*ast.Term, error) {
	if depth > maxInputDepth {
		return nil, r.fail("it is nested deeper than 1,000 levels")
	}
	switch first := r.next(); {
	case first == '{':
		return r.object(depth)
	case first == '[':
		return r.array(depth)
	case first == '"':
		return r.string(&r.values)
	case first == '-' || '0' <= first && first <= '9':
		return r.number()
	case r.literal("true"):
		return ast.InternedTerm(true), nil
	case r.literal("false"):
		return ast.InternedTerm(false), nil
	case r.literal("null"):
		return ast.InternedNullTerm, nil
	case r.at == len(r.text):
		return nil, r.fail("it ends too early")
	default:
		return nil, r.fail("a value was expected")
	}
}

func (r *valueReader) literal(word string) bool {
	if !bytes.HasPrefix(r.text[r.at:], []byte(word)) {
		return false
	}
	r.at += len(word)
	return true
}

func (r *valueReader) object(depth int) (*ast.Term, error) {
	r.at++
	if r.next() == '}' {
		r.at++
		return ast.InternedEmptyObject, nil
	}
	first := len(r.members)
	for {
		if r.next() != '"' {
			return nil, r.fail("the name of a member was expected")
		}
		key, err := r.string(&r.keys)
		if err != nil {
			return nil, err
		}
		if r.next() != ':' {
			return nil, r.fail("a colon was expected")
		}
		r.at++
		value, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		r.members = append(r.members, member{key, value})
		more, err := r.more('}')
		if err != nil {
			return nil, err
		}
		if !more {
			object := r.terms.new(objectOf(r.members[first:]))
			r.members = r.members[:first]
			return object, nil
		}
	}
}

// objectOf returns an object with the given members. If a key occurs more than once, the last value counts.
func objectOf(members []member) ast.Object {
	if !hasTwice(members) {
		return ast.NewObject(members...)
	}
	last := map[ast.Value]int{}
	for at, each := range members {
		last[each[0].Value] = at
	}
	kept := []member{}
	for at, each := range members {
		if last[each[0].Value] == at {
			kept = append(kept, each)
		}
	}
	return ast.NewObject(kept...)
}

// hasTwice reports whether two members have the same key. ast.NewObject does not check this.
func hasTwice(members []member) bool {
	if len(members) > maxComparedPairwise {
		keys := make(map[ast.Value]struct{}, len(members))
		for _, each := range members {
			keys[each[0].Value] = struct{}{}
		}
		return len(keys) < len(members)
	}
	for at, each := range members {
		key := each[0].Value.(ast.String)
		for _, other := range members[:at] {
			if key == other[0].Value.(ast.String) {
				return true
			}
		}
	}
	return false
}

const maxComparedPairwise = 12

func (r *valueReader) array(depth int) (*ast.Term, error) {
	r.at++
	if r.next() == ']' {
		r.at++
		return ast.InternedEmptyArray, nil
	}
	first := len(r.elements)
	for {
		element, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		r.elements = append(r.elements, element)
		more, err := r.more(']')
		if err != nil {
			return nil, err
		}
		if !more {
			array := r.terms.new(ast.NewArray(slices.Clone(r.elements[first:])...))
			r.elements = r.elements[:first]
			return array, nil
		}
	}
}

// more skips a comma and returns true, or skips the closing bracket and returns false.
func (r *valueReader) more(end byte) (bool, error) {
	switch r.next() {
	case ',':
		r.at++
		return true, nil
	case end:
		r.at++
		return false, nil
	case 0:
		return false, r.fail("it ends too early")
	}
	return false, r.fail("a comma or " + string(end) + " was expected")
}

// string parses a string. If an equal string was parsed before, string returns that string's term.
func (r *valueReader) string(known *texts) (*ast.Term, error) {
	start, isPlain := r.at, true
	for r.at++; ; r.at++ {
		r.at += plainLength(r.text[r.at:])
		if r.at == len(r.text) {
			return nil, r.fail("it ends in a string")
		}
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.unquote(start, isPlain, known)
		case c == '\\':
			isPlain = false
			if r.at++; r.at == len(r.text) {
				return nil, r.fail("it ends in a string")
			}
		case c < ' ':
			return nil, r.fail("a string contains a control character")
		default:
			isPlain = false
		}
	}
}

// unquote returns the value of the string between the quote at start and the current position.
func (r *valueReader) unquote(start int, isPlain bool, known *texts) (*ast.Term, error) {
	if isPlain {
		return known.term(r.whole[start+1:r.at-1], &r.terms), nil
	}
	var text string
	if err := json.Unmarshal(r.text[start:r.at], &text); err != nil {
		r.at = start
		return nil, r.fail("a string contains an invalid escape sequence")
	}
	return known.term(text, &r.terms), nil
}

func (r *valueReader) number() (*ast.Term, error) {
	start := r.at
	for r.at < len(r.text) && bytes.IndexByte([]byte("+-.0123456789eE"), r.text[r.at]) >= 0 {
		r.at++
	}
	digits := r.whole[start:r.at]
	if interned := ast.InternedIntNumberTermFromString(digits); interned != nil {
		return interned, nil
	}
	// NumberChecked also rejects texts that no number begins with, and numbers with too many digits.
	number, err := ast.NumberChecked(digits)
	if err != nil || !json.Valid(r.text[start:r.at]) {
		r.at = start
		return nil, r.fail("a number is malformed")
	}
	return r.terms.new(number), nil
}

// inputProblem returns a problem about a document that is not valid JSON, with the location of the error.
func inputProblem(part string, document []byte, err error) Problem {
	problem := Problem{Code: "input_not_json", Severity: severityError, File: part}
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		problem.Message = err.Error()
		return problem
	}
	before := document[:syntax.Offset]
	problem.Row = bytes.Count(before, []byte("\n")) + 1
	problem.Column = utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	problem.Message = "this is not JSON: " + syntax.Reason
	if len(bytes.TrimSpace(document)) == 0 {
		problem.Message = "this is empty"
	}
	return problem
}
