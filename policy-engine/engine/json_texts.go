package engine

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Constants for examining the bytes of a text in groups of eight.
const (
	wordSize = 8
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// plainLength returns the number of bytes at the start of a text that stand for themselves in a JSON string. The first
// other byte escapes a character, ends the string, or belongs to a multi-byte character.
func plainLength(text []byte) int {
	at := 0
	for ; at+wordSize <= len(text); at += wordSize {
		word := binary.LittleEndian.Uint64(text[at:])
		quote, escape := word^'"'*eachByte, word^'\\'*eachByte
		// The lowest bit that is set marks the first byte that does not stand for itself. The bits above it may be
		// wrong because of carries.
		found := ((quote-eachByte)&^quote | (escape-eachByte)&^escape | (word-' '*eachByte)&^word | word) & highBits
		if found != 0 {
			return at + bits.TrailingZeros64(found)/wordSize
		}
	}
	for ; at < len(text); at++ {
		if c := text[at]; c == '"' || c == '\\' || c < ' ' || c >= 0x80 {
			break
		}
	}
	return at
}

const (
	// maxSharedLength is the maximum length in bytes of strings that share a term. Keys and short values, such as
	// resource types, occur repeatedly.
	maxSharedLength = 48
	sharedBits      = 12
)

// texts caches the terms of strings for reuse. If several strings have the same slot, it keeps the most recent one.
type texts struct {
	hashes [1 << sharedBits]uint64
	terms  [1 << sharedBits]*ast.Term
}

func (t *texts) term(text string, from *terms) *ast.Term {
	if len(text) > maxSharedLength {
		return from.new(ast.String(text))
	}
	hash := hashOf(text)
	place := hash >> (64 - sharedBits)
	if t.hashes[place] == hash {
		if known := t.terms[place]; known != nil && string(known.Value.(ast.String)) == text {
			return known
		}
	}
	term := from.new(ast.String(text))
	t.hashes[place], t.terms[place] = hash, term
	return term
}

// hashOf returns a hash of the length, the first bytes and the last bytes of a text.
func hashOf(text string) uint64 {
	bytes := unsafe.Slice(unsafe.StringData(text), len(text))
	hash := uint64(len(text))
	if len(bytes) >= wordSize {
		first, last := binary.LittleEndian.Uint64(bytes), binary.LittleEndian.Uint64(bytes[len(bytes)-wordSize:])
		hash += first + bits.RotateLeft64(last, 29)
	} else {
		for _, c := range bytes {
			hash = hash<<wordSize ^ uint64(c)
		}
	}
	return hash * 0x9e3779b97f4a7c15
}

// terms allocates many terms at a time. All of them stay in memory as long as one is used, which costs nothing because
// they belong to the same document.
type terms struct {
	free []ast.Term
}

const termsAtOnce = 128

func (t *terms) new(value ast.Value) *ast.Term {
	if len(t.free) == 0 {
		t.free = make([]ast.Term, termsAtOnce)
	}
	term := &t.free[0]
	t.free = t.free[1:]
	term.Value = value
	return term
}
