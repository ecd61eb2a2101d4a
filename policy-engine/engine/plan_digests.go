package engine

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

const (
	// maxDigestedResources is the maximum number of resources in a plan with digests of its resources.
	maxDigestedResources = 10_000
	// shortDigest is the size in bytes of the digest of an address and of the digest of a resource. planDigest is the size
	// of the digest of a plan.
	shortDigest = 8
	planDigest  = 16
)

// DigestAnswer contains digests with which a plan can be compared with another plan. They depend on the key of the
// request, so that nobody can guess the values of a plan from its digests without the key.
type DigestAnswer struct {
	// Plan is the digest of the whole plan, except the members in neverDigested.
	Plan []byte `json:"plan"`
	// Resources contains, for each entry of resource_changes, the digest of its address and the digest of the entry,
	// each of shortDigest bytes. The pairs are sorted. It is null if the plan has too many resources.
	Resources []byte `json:"resources"`
	// Problems contains the reason why there are no digests. It is empty otherwise.
	Problems []Problem `json:"problems"`
}

// neverDigested contains the members of a plan that can differ between two plans of the same configuration, state and
// variables: timestamp is the time of planning, and relevant_attributes has no fixed order.
var neverDigested = words("timestamp relevant_attributes")

// digestPlan computes the digests of the plan in a loaded input.
func (e *Engine) digestPlan(request Request) DigestAnswer {
	answer := DigestAnswer{Problems: []Problem{}}
	loaded := e.inputs[request.Input]
	if loaded == nil {
		answer.Problems = append(answer.Problems, notLoaded)
		return answer
	}
	plan := loaded.parts[planKey].Value
	digests := newKeyedDigests(request.DigestKey)
	var entries, pairs [][]byte
	eachElement(memberOf(plan, "resource_changes"), func(entry ast.Value) {
		digest := digests.of(entry)
		entries = append(entries, digest)
		pairs = append(pairs, slices.Concat(digests.ofAddress(entry)[:shortDigest], digest[:shortDigest]))
	})
	answer.Plan = digests.ofPlan(plan, entries)[:planDigest]
	if len(pairs) <= maxDigestedResources {
		slices.SortFunc(pairs, bytes.Compare)
		answer.Resources = append([]byte{}, slices.Concat(pairs...)...)
	}
	return answer
}

// keyedDigests computes digests of values with HMAC-SHA-256. The digests do not depend on the order of the members of
// objects and on white space.
type keyedDigests struct {
	mac    hash.Hash
	writer *bufio.Writer
}

func newKeyedDigests(key []byte) *keyedDigests {
	mac := hmac.New(sha256.New, key)
	return &keyedDigests{mac: mac, writer: bufio.NewWriter(mac)}
}

// ofAddress returns the digest of the address of an entry. The address of a deposed object contains its key, because the
// object has the address of the resource that replaced it.
func (d *keyedDigests) ofAddress(entry ast.Value) []byte {
	d.writer.WriteString(textAt(entry, "address"))
	if deposed := textAt(entry, "deposed"); deposed != "" {
		d.writer.WriteString(" deposed " + deposed)
	}
	return d.sum()
}

// ofPlan returns the digest of a plan. It contains the digests of the entries instead of the entries, because these can
// be most of the plan.
func (d *keyedDigests) ofPlan(plan ast.Value, entries [][]byte) []byte {
	members, isObject := plan.(ast.Object)
	if !isObject {
		return d.of(plan)
	}
	for _, entry := range entries {
		d.writer.Write(entry)
	}
	members.Foreach(func(key, member *ast.Term) {
		name, _ := key.Value.(ast.String)
		if !neverDigested[string(name)] && !(name == "resource_changes" && len(entries) > 0) {
			d.write(key.Value)
			d.write(member.Value)
		}
	})
	return d.sum()
}

func (d *keyedDigests) of(value ast.Value) []byte {
	d.write(value)
	return d.sum()
}

// sum returns the digest of everything that was written since the last digest.
func (d *keyedDigests) sum() []byte {
	d.writer.Flush()
	sum := d.mac.Sum(nil)
	d.mac.Reset()
	return sum
}

// write writes a value so that different values never have the same bytes: a letter for its type, its length, and its
// text or its parts.
func (d *keyedDigests) write(value ast.Value) {
	switch value := value.(type) {
	case ast.String:
		d.writeText('s', string(value))
	case ast.Number:
		d.writeText('n', string(value))
	case *ast.Array:
		d.writeLength('a', value.Len())
		value.Foreach(func(element *ast.Term) { d.write(element.Value) })
	case ast.Object:
		d.writeLength('o', value.Len())
		value.Foreach(func(key, member *ast.Term) {
			d.write(key.Value)
			d.write(member.Value)
		})
	default:
		// The remaining values of JSON are null, true and false.
		d.writeText('l', value.String())
	}
}

func (d *keyedDigests) writeText(kind byte, text string) {
	d.writeLength(kind, len(text))
	d.writer.WriteString(text)
}

func (d *keyedDigests) writeLength(kind byte, length int) {
	d.writer.Write(binary.LittleEndian.AppendUint64(append(d.writer.AvailableBuffer(), kind), uint64(length)))
}
