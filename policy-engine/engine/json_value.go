package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/open-policy-agent/opa/v1/ast"
)

const (
	maxInputDepth = 1000
	// Texts up to this length are kept once for all their uses: the keys and types of resources occur in each of them.
	maxSharedLength = 48
	maxSharedTexts  = 20_000
)

// member is a key of an object with its value.
type member = [2]*ast.Term

// SyntaxError says at which byte a document is not JSON.
type SyntaxError struct {
	Offset int
	Reason string
}

func (e *SyntaxError) Error() string { return e.Reason }

// valueOf reads a JSON document into the value that the evaluator works with, in one pass and without a copy between:
// a plan can be large. It takes what encoding/json takes.
func valueOf(document []byte) (ast.Value, error) {
	reader := &valueReader{text: document, shared: map[string]*ast.Term{}}
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
	text   []byte
	at     int
	shared map[string]*ast.Term
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

// next is the byte that follows the blanks; 0 at the end.
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
		return r.string()
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
	members := make([]member, 0, 8)
	for {
		if r.next() != '"' {
			return nil, r.fail("the name of a member was expected")
		}
		key, err := r.string()
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
		members = append(members, member{key, value})
		more, err := r.more('}')
		if err != nil {
			return nil, err
		}
		if !more {
			return objectOf(members), nil
		}
	}
}

// objectOf is the object of members; of several with the same key, the last one counts.
func objectOf(members []member) *ast.Term {
	if !hasTwice(members) {
		return ast.ObjectTerm(members...)
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
	return ast.ObjectTerm(kept...)
}

// hasTwice says whether two members have the same key, which a new object does not look for.
func hasTwice(members []member) bool {
	if len(members) > maxComparedPairwise {
		keys := make(map[ast.Value]struct{}, len(members))
		for _, each := range members {
			keys[each[0].Value] = struct{}{}
		}
		return len(keys) < len(members)
	}
	for at, each := range members {
		for _, other := range members[:at] {
			if each[0] == other[0] || each[0].Value == other[0].Value {
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
	var elements []*ast.Term
	for {
		element, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		elements = append(elements, element)
		more, err := r.more(']')
		if err != nil {
			return nil, err
		}
		if !more {
			return ast.ArrayTerm(elements...), nil
		}
	}
}

// more steps over the comma, or over the bracket that ends the list.
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

func (r *valueReader) string() (*ast.Term, error) {
	start, isPlain := r.at, true
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.unquote(r.text[start:r.at], isPlain)
		case c == '\\':
			isPlain = false
			r.at++
		case c < ' ':
			return nil, r.fail("a control character stands in a string")
		case c >= utf8.RuneSelf:
			isPlain = false
		}
	}
	r.at = len(r.text)
	return nil, r.fail("it ends in a string")
}

// unquote is the value of a string in its quotes.
func (r *valueReader) unquote(quoted []byte, isPlain bool) (*ast.Term, error) {
	if !isPlain {
		var text string
		if err := json.Unmarshal(quoted, &text); err != nil {
			r.at -= len(quoted)
			return nil, r.fail("a string has a wrong escape")
		}
		return r.share(text), nil
	}
	inner := quoted[1 : len(quoted)-1]
	if term, ok := r.shared[string(inner)]; ok {
		return term, nil
	}
	return r.share(string(inner)), nil
}

func (r *valueReader) share(text string) *ast.Term {
	if len(text) > maxSharedLength || len(r.shared) >= maxSharedTexts {
		return ast.StringTerm(text)
	}
	if term, ok := r.shared[text]; ok {
		return term
	}
	term := ast.StringTerm(text)
	r.shared[text] = term
	return term
}

func (r *valueReader) number() (*ast.Term, error) {
	start := r.at
	for r.at < len(r.text) && bytes.IndexByte([]byte("+-.0123456789eE"), r.text[r.at]) >= 0 {
		r.at++
	}
	digits := string(r.text[start:r.at])
	if interned := ast.InternedIntNumberTermFromString(digits); interned != nil {
		return interned, nil
	}
	// Digits that no number begins with, or too many of them.
	number, err := ast.NumberChecked(digits)
	if err != nil || !json.Valid(r.text[start:r.at]) {
		r.at = start
		return nil, r.fail("a number is written wrongly")
	}
	return ast.NewTerm(number), nil
}

// inputProblem says where a document is not JSON.
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
