package engine

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/open-policy-agent/opa/v1/ast"
)

// sensitiveMask replaces sensitive texts. Recorded plans use the same text.
const sensitiveMask = "(sensitive value)"

// minSecretLength is the minimum length in characters of texts that are masked. Shorter texts would often match by
// chance.
const minSecretLength = 8

// secrets contains the texts that a plan marks as sensitive. They are masked in the results of an evaluation. Policies
// see the original values. Texts that a policy derives from a secret, such as a hash, are not masked.
type secrets struct {
	texts map[string]bool
	// addresses contains resource addresses. They are never masked, because everybody who may see the plan sees them
	// and because exemptions refer to them.
	addresses map[string]bool
	replacer  *strings.Replacer
	// words contains short texts and numbers of sensitive parameters. They are masked only as whole words.
	words map[string]bool
	// wordLengths contains the lengths of the words in bytes, longest first.
	wordLengths []int
}

// secretsOf returns the secrets of a plan, or of the plans in a list of documents. Other documents have no secrets.
func secretsOf(document *ast.Term) *secrets {
	found := &secrets{texts: map[string]bool{}, addresses: map[string]bool{}}
	if document != nil {
		found.addPlan(document.Value)
		eachElement(document.Value, func(each ast.Value) { found.addPlan(memberOf(each, "contents")) })
	}
	found.prepare()
	return found
}

func (s *secrets) prepare() {
	replaced := append(pairsOf(s.addresses, func(text string) string { return text }), pairsOf(s.texts, masked)...)
	if len(s.texts) > 0 {
		s.replacer = strings.NewReplacer(replaced...)
	}
	lengths := map[int]bool{}
	for word := range s.words {
		lengths[len(word)] = true
	}
	s.wordLengths = slices.SortedFunc(maps.Keys(lengths), func(a, b int) int { return b - a })
}

// with returns the secrets of the plan together with the values of sensitive parameters.
func (s *secrets) with(given map[string]Parameter) *secrets {
	all := &secrets{texts: maps.Clone(s.texts), addresses: s.addresses, words: map[string]bool{}}
	for _, each := range given {
		if each.IsSensitive {
			all.addParameter(ast.String(each.Text))
			all.addParameter(each.in(""))
		}
	}
	all.prepare()
	return all
}

func (s *secrets) addParameter(value ast.Value) {
	switch value := value.(type) {
	case ast.String:
		if utf8.RuneCountInString(string(value)) >= minSecretLength {
			s.add(value)
		} else if value != "" {
			s.words[string(value)] = true
		}
	case ast.Number:
		s.words[value.String()] = true
	case *ast.Array:
		eachElement(value, s.addParameter)
	case ast.Object:
		eachMember(value, func(_ string, member ast.Value) { s.addParameter(member) })
	}
}

func masked(string) string { return sensitiveMask }

// pairsOf returns texts with their replacements for strings.Replacer. The longest texts come first, because the first
// match counts.
func pairsOf(texts map[string]bool, replacement func(string) string) []string {
	longestFirst := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }
	pairs := []string{}
	for _, text := range slices.SortedFunc(maps.Keys(texts), longestFirst) {
		pairs = append(pairs, text, replacement(text))
	}
	return pairs
}

// mask returns a text with its sensitive parts replaced.
func (s *secrets) mask(text string) string {
	if s.replacer != nil {
		text = s.replacer.Replace(text)
	}
	if len(s.words) == 0 {
		return text
	}
	parts := strings.Split(text, sensitiveMask)
	for at, part := range parts {
		parts[at] = s.withoutWords(part)
	}
	return strings.Join(parts, sensitiveMask)
}

// withoutWords returns a text in which each secret word is replaced, unless a letter or a digit is next to the word.
func (s *secrets) withoutWords(text string) string {
	var result strings.Builder
	for at, before := 0, ' '; at < len(text); {
		next, size := utf8.DecodeRuneInString(text[at:])
		length := 0
		if !isOfWord(before) {
			length = s.wordAt(text[at:])
		}
		if length == 0 {
			result.WriteString(text[at : at+size])
		} else {
			result.WriteString(sensitiveMask)
			next, size = ' ', length
		}
		at, before = at+size, next
	}
	return result.String()
}

// wordAt returns the length in bytes of the longest secret word with which a text begins; 0 if there is none. Looking
// up each length keeps the time independent of the number of words.
func (s *secrets) wordAt(text string) int {
	for _, length := range s.wordLengths {
		if length > len(text) || !s.words[text[:length]] {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(text[length:]); !isOfWord(after) {
			return length
		}
	}
	return 0
}

func isOfWord(character rune) bool { return unicode.IsLetter(character) || unicode.IsDigit(character) }

// masked returns a result, or a part of a result, in which sensitive texts are replaced.
func (s *secrets) masked(value any) any {
	if s.replacer == nil && len(s.words) == 0 {
		return value
	}
	switch value := value.(type) {
	case string:
		return s.mask(value)
	case json.Number:
		if s.words[value.String()] {
			return sensitiveMask
		}
	case []any:
		elements := make([]any, len(value))
		for at, each := range value {
			elements[at] = s.masked(each)
		}
		return elements
	case map[string]any:
		members := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			members[s.mask(key)] = s.masked(value[key])
		}
		return members
	}
	return value
}

func (s *secrets) addPlan(plan ast.Value) {
	addChange := func(resource ast.Value) {
		for _, name := range []string{"address", "previous_address", "module_address"} {
			if address, ok := memberOf(resource, name).(ast.String); ok && address != "" {
				s.addresses[string(address)] = true
			}
		}
		s.addPairs(memberOf(resource, "change"))
	}
	eachElement(memberOf(plan, "resource_changes"), addChange)
	eachElement(memberOf(plan, "resource_drift"), addChange)
	eachElement(memberOf(plan, "deferred_changes"), func(each ast.Value) { addChange(memberOf(each, "resource_change")) })
	eachElement(memberOf(plan, "action_invocations"), s.addPairs)
	eachElement(memberOf(plan, "deferred_action_invocations"), func(each ast.Value) { s.addPairs(memberOf(each, "action_invocation")) })
	eachMember(memberOf(plan, "output_changes"), func(_ string, change ast.Value) { s.addPairs(change) })
	s.addState(memberOf(plan, "planned_values"))
	s.addState(memberOf(memberOf(plan, "prior_state"), "values"))
	root := memberOf(memberOf(plan, "configuration"), "root_module")
	s.addDeclarations(root)
	eachMember(memberOf(plan, "variables"), func(name string, variable ast.Value) {
		if isSensitive(memberOf(memberOf(root, "variables"), name)) {
			s.add(memberOf(variable, "value"))
		}
	})
}

// flaggedMembers lists members of a plan that can contain sensitive values, each with the member that marks these
// values.
var flaggedMembers = [][2]string{
	{"before", "before_sensitive"}, {"after", "after_sensitive"}, {"values", "sensitive_values"}, {"config_values", "config_sensitive"},
}

func (s *secrets) addPairs(object ast.Value) {
	for _, pair := range flaggedMembers {
		s.addFlagged(memberOf(object, pair[0]), memberOf(object, pair[1]))
	}
}

// addFlagged adds the texts that a tree of flags marks as sensitive. If the flags name a member that the value does not
// have, addFlagged treats the whole value as sensitive.
func (s *secrets) addFlagged(value, flags ast.Value) {
	switch flags := flags.(type) {
	case ast.Boolean:
		if flags {
			s.add(value)
		}
	case *ast.Array:
		array, ok := value.(*ast.Array)
		for at := range flags.Len() {
			switch {
			case !ok:
				s.addFlagged(value, flags.Elem(at).Value)
			case at < array.Len():
				s.addFlagged(array.Elem(at).Value, flags.Elem(at).Value)
			}
		}
	case ast.Object:
		_, ok := value.(ast.Object)
		eachMember(flags, func(name string, flag ast.Value) {
			if ok {
				s.addFlagged(memberOf(value, name), flag)
			} else {
				s.addFlagged(value, flag)
			}
		})
	}
}

// add adds all texts in a value. It also adds the forms that they have inside JSON strings and Rego strings.
func (s *secrets) add(value ast.Value) {
	switch value := value.(type) {
	case ast.String:
		text := string(value)
		if utf8.RuneCountInString(text) < minSecretLength || text == sensitiveMask {
			return
		}
		quoted, _ := json.Marshal(text)
		for _, each := range []string{text, inner(string(quoted)), inner(string(encoded(text))), inner(strconv.Quote(text))} {
			s.texts[each] = true
		}
	case *ast.Array:
		eachElement(value, s.add)
	case ast.Object:
		eachMember(value, func(_ string, member ast.Value) { s.add(member) })
	}
}

// inner returns a text without its quotation marks.
func inner(quoted string) string { return quoted[1 : len(quoted)-1] }

func (s *secrets) addState(values ast.Value) {
	eachMember(memberOf(values, "outputs"), func(_ string, output ast.Value) {
		if isSensitive(output) {
			s.add(memberOf(output, "value"))
		}
	})
	s.addModule(memberOf(values, "root_module"))
}

func (s *secrets) addModule(module ast.Value) {
	eachElement(memberOf(module, "resources"), s.addPairs)
	eachElement(memberOf(module, "child_modules"), s.addModule)
}

// addDeclarations adds the constants that a configuration assigns to sensitive variables and outputs.
func (s *secrets) addDeclarations(module ast.Value) {
	variables := memberOf(module, "variables")
	eachMember(variables, func(_ string, variable ast.Value) {
		if isSensitive(variable) {
			s.add(memberOf(variable, "default"))
		}
	})
	eachMember(memberOf(module, "outputs"), func(_ string, output ast.Value) {
		if isSensitive(output) {
			s.add(memberOf(memberOf(output, "expression"), "constant_value"))
		}
	})
	eachMember(memberOf(module, "module_calls"), func(_ string, call ast.Value) {
		called := memberOf(call, "module")
		eachMember(memberOf(call, "expressions"), func(name string, expression ast.Value) {
			if isSensitive(memberOf(memberOf(called, "variables"), name)) {
				s.add(memberOf(expression, "constant_value"))
			}
		})
		s.addDeclarations(called)
	})
}

func isSensitive(declared ast.Value) bool {
	flag, ok := memberOf(declared, "sensitive").(ast.Boolean)
	return ok && bool(flag)
}

// memberOf returns a member of an object. It returns nil if there is no such member or the value is not an object.
func memberOf(value ast.Value, name string) ast.Value {
	if object, ok := value.(ast.Object); ok {
		if member := object.Get(ast.StringTerm(name)); member != nil {
			return member.Value
		}
	}
	return nil
}

func eachMember(value ast.Value, do func(name string, member ast.Value)) {
	if object, ok := value.(ast.Object); ok {
		object.Foreach(func(key, member *ast.Term) {
			if name, ok := key.Value.(ast.String); ok {
				do(string(name), member.Value)
			}
		})
	}
}

func eachElement(value ast.Value, do func(element ast.Value)) {
	if array, ok := value.(*ast.Array); ok {
		array.Foreach(func(element *ast.Term) { do(element.Value) })
	}
}
