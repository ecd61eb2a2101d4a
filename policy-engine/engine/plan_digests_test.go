package engine

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

func digestsOf(t *testing.T, plan string, key string) DigestAnswer {
	t.Helper()
	answer := answerOf[DigestAnswer](t, loaded(t, plan), Request{Op: "digest-plan", Input: "a", DigestKey: []byte(key)})
	if len(answer.Problems) > 0 || len(answer.Plan) != planDigest {
		t.Fatalf("%+v", answer)
	}
	return answer
}

func planText(members string, entries ...string) string {
	return fmt.Sprintf(`{%s"resource_changes": [%s]}`, members, strings.Join(entries, ", "))
}

func entryText(address, after string) string {
	return fmt.Sprintf(`{"address": %q, "change": {"actions": ["create"], "after": %s}}`, address, after)
}

// pairOf returns the digests of the resource with the address.
func pairOf(t *testing.T, digests DigestAnswer, address string) []byte {
	t.Helper()
	mac := hmac.New(sha256.New, []byte("key"))
	mac.Write([]byte(address))
	wanted := mac.Sum(nil)[:shortDigest]
	for at := 0; at < len(digests.Resources); at += 2 * shortDigest {
		if pair := digests.Resources[at : at+2*shortDigest]; bytes.Equal(pair[:shortDigest], wanted) {
			return pair
		}
	}
	t.Fatalf("%s has no digest", address)
	return nil
}

func TestDigestsOfTheSamePlanAreEqual(t *testing.T) {
	one, other := entryText("a.x", `{"n": 1, "m": [null, true]}`), entryText("a.y", `"text"`)
	plan := digestsOf(t, planText(`"variables": {"v": 1}, "timestamp": "1", "relevant_attributes": [1, 2], `, one, other), "key")
	same := digestsOf(t, planText(`"relevant_attributes": [2, 1],
		"timestamp": "2", "variables": {"v": 1}, `, strings.ReplaceAll(one, `"n": 1, "m": [null, true]`, `"m":[null,true],"n":1`), other), "key")
	if !bytes.Equal(plan.Plan, same.Plan) || !bytes.Equal(plan.Resources, same.Resources) {
		t.Errorf("%x differs from %x", plan, same)
	}
	reordered := digestsOf(t, planText(`"variables": {"v": 1}, `, other, one), "key")
	if !bytes.Equal(plan.Resources, reordered.Resources) {
		t.Errorf("%x differs from %x", plan, reordered)
	}
}

func TestDigestsDependOnTheKey(t *testing.T) {
	plan := planText("", entryText("a.x", "1"))
	one, other := digestsOf(t, plan, "key"), digestsOf(t, plan, "other")
	if bytes.Equal(one.Plan, other.Plan) || bytes.Equal(one.Resources[:shortDigest], other.Resources[:shortDigest]) ||
		bytes.Equal(one.Resources[shortDigest:], other.Resources[shortDigest:]) {
		t.Errorf("%x has parts of %x", one, other)
	}
}

func TestEachResourceHasADigest(t *testing.T) {
	deposed := `{"address": "a.x", "deposed": "byebye", "change": {}}`
	plan := digestsOf(t, planText("", entryText("a.x", "1"), entryText("a.y", "1"), deposed), "key")
	changed := digestsOf(t, planText("", entryText("a.x", "2"), entryText("a.y", "1"), deposed), "key")
	if len(plan.Resources) != 3*2*shortDigest {
		t.Errorf("%x", plan.Resources)
	}
	if bytes.Equal(pairOf(t, plan, "a.x"), pairOf(t, changed, "a.x")) {
		t.Error("The digest of a changed resource did not change.")
	}
	for _, address := range []string{"a.y", "a.x deposed byebye"} {
		if !bytes.Equal(pairOf(t, plan, address), pairOf(t, changed, address)) {
			t.Errorf("The digest of %s changed.", address)
		}
	}
}

func TestEveryChangeOfAPlanChangesItsDigest(t *testing.T) {
	plans := []string{
		`{}`, `[]`, `{"resource_changes": []}`, `{"resource_changes": {}}`, `{"resource_changes": [{}]}`, `{"variables": {}}`,
		`{"variables": {"a": "1"}}`, `{"variables": {"a": 1}}`, `{"variables": {"a": null}}`, `{"variables": {"a": "null"}}`,
		`{"variables": {"a": true}}`, `{"variables": {"a": false}}`, `{"variables": {"a": []}}`, `{"variables": {"a": {}}}`,
		`{"variables": {"a": ["b", "c"]}}`, `{"variables": {"a": ["bc"]}}`, `{"variables": {"a": [["b"], "c"]}}`,
		`{"variables": {"a": {"b": "c"}}}`, `{"variables": {"a": {"bc": ""}}}`, `{"terraform_version": "1"}`,
		planText("", entryText("a.x", "1")), planText("", entryText("a.x", "2")), planText("", entryText("a.y", "1")),
		planText("", entryText("a.x", "1"), entryText("a.y", "1")), planText(`"variables": {}, `, entryText("a.x", "1")),
	}
	seen := map[string]string{}
	for _, plan := range plans {
		digest := string(digestsOf(t, plan, "key").Plan)
		if other, isKnown := seen[digest]; isKnown {
			t.Errorf("%s has the digest of %s", plan, other)
		}
		seen[digest] = plan
	}
}

func TestAPlanWithTooManyResourcesHasOneDigest(t *testing.T) {
	entries := make([]string, maxDigestedResources+1)
	for at := range entries {
		entries[at] = entryText(fmt.Sprintf("a.x[%d]", at), "1")
	}
	if digests := digestsOf(t, planText("", entries...), "key"); digests.Resources != nil {
		t.Errorf("%d bytes", len(digests.Resources))
	}
	if digests := digestsOf(t, planText("", entries[1:]...), "key"); len(digests.Resources) != maxDigestedResources*2*shortDigest {
		t.Errorf("%d bytes", len(digests.Resources))
	}
	if digests := digestsOf(t, "{}", "key"); digests.Resources == nil || len(digests.Resources) > 0 {
		t.Errorf("%v", digests.Resources)
	}
}

func TestAnInputThatIsNotLoadedHasNoDigests(t *testing.T) {
	answer := answerOf[DigestAnswer](t, &Engine{}, Request{Op: "digest-plan", Input: "a"})
	if len(answer.Problems) != 1 || answer.Plan != nil {
		t.Errorf("%+v", answer)
	}
}
