package engine

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestVerdictsContainAnnotations(t *testing.T) {
	const source = `# METADATA
# title: Buckets
# description: What buckets need.
# custom:
#   severity: LOW
package p

# METADATA
# title: Buckets are private
# related_resources:
# - https://example.com/buckets
# - ref: https://example.com/acl
#   description: About ACLs.
# custom:
#   severity: HIGH
#   remediation: Set acl to private.
deny contains "a" if input.x

# METADATA
# description: Nobody outside reads a bucket.
# related_resources:
# - https://example.com/buckets
deny contains "b" if input.y

# METADATA
# title: Another rule
warn contains "c" if input.z
`
	const severe = "# METADATA\n# custom:\n#   severity: 8.5\n#   remediation: [no text]\npackage p\n\ndeny contains \"a\" if input.x\n"
	const old = "# METADATA\n# title: Old\npackage p\n\n# METADATA\n# scope: document\n# description: As it was.\ndeny[x] {\n\tx := input.x\n}\n"
	private := `{"title":"Buckets are private","description":"What buckets need.","severity":"HIGH","remediation":"Set acl to private.",` +
		`"related_resources":[{"ref":"https://example.com/buckets","description":""},{"ref":"https://example.com/acl","description":"About ACLs."}]}`
	cases := map[string]struct{ query, source, want string }{
		"several rules":   {"data.p.deny", source, private},
		"a comprehension": {"[x | some x in data.p.deny]", source, private},
		"another rule":    {"data.p.warn", source, `{"title":"Another rule","description":"What buckets need.","severity":"LOW","remediation":"","related_resources":[]}`},
		"a number":        {"data.p.deny", severe, `{"title":"","description":"","severity":"8.5","remediation":"","related_resources":[]}`},
		"a document, v0":  {"data.p.deny", old, `{"title":"Old","description":"As it was.","severity":"","remediation":"","related_resources":[]}`},
		"none":            {"data.p.deny", "package p\n\ndeny contains \"a\" if input.x\n", "null"},
		"nothing of it":   {"data.p.deny", "# METADATA\n# authors:\n# - Frodo\npackage p\n\ndeny contains \"a\" if input.x\n", "null"},
	}
	for name, each := range cases {
		t.Run(name, func(t *testing.T) {
			verdict := verdictOf(t, loaded(t, `{"x": 1}`), evaluation(each.query, each.source))

			got, err := json.Marshal(verdict.Metadata)

			if err != nil || string(got) != each.want {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

func TestLongAnnotationsAreShortened(t *testing.T) {
	source := "# METADATA\n# title: " + strings.Repeat("ä", 2000) + "\npackage p\n\ndeny contains 1 if input.x\n"

	verdict := verdictOf(t, loaded(t, `{"x": 1}`), evaluation("data.p.deny", source))

	if got := verdict.Metadata.Title; len(got) > 1010 || !strings.HasSuffix(got, "ä …") {
		t.Errorf("got %d bytes", len(got))
	}
}
