package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

// inputFinding converts a type error to a warning that an expression is undefined for every plan. The error was found
// by compiling the code with the schema of the input. It returns false if the object can have members that the schema
// does not list, because the type checker ignores these. unknownMember handles unknown members.
func inputFinding(err *ast.Error, known inputShape) (Problem, bool) {
	problem := problemAt("never_true", "", err.Location)
	problem.Severity = severityWarning
	switch detail := err.Details.(type) {
	case *ast.RefErrInvalidDetail:
		key := detail.Ref[detail.Pos]
		if !known.isClosed(textsOf(detail.OneOf)) {
			return problem, false
		}
		problem.Message = fmt.Sprintf("%s has no value at %s in any plan", detail.Ref[:detail.Pos], keyText(key))
		problem.Hint = keyHint(detail)
	case *ast.RefErrUnsupportedDetail:
		whole := detail.Ref[:detail.Pos+1]
		problem.Message = fmt.Sprintf("%s is %s, so it has no %s", whole, kindText(detail.Have), keyText(detail.Ref[detail.Pos+1]))
		problem.Hint = scalarHint(detail)
	case *ast.UnificationErrDetail:
		if known.isOpenType(detail.Left) || known.isOpenType(detail.Right) {
			return problem, false
		}
		problem.Message = fmt.Sprintf("%s and %s are never the same", kindText(detail.Left), kindText(detail.Right))
	case *ast.ArgErrDetail:
		if slices.ContainsFunc(detail.Have, known.isOpenType) {
			return problem, false
		}
		called, _, _ := strings.Cut(err.Message, ":")
		problem.Message = fmt.Sprintf("%s does not accept the type of this input: %s", called, argumentText(detail))
	default:
		problem.Message = err.Message
	}
	return problem, true
}

// isClosed reports whether objects with the given member names can have no further members. If the type checker has
// merged several objects, names contains the members of all of them, and none of these objects may permit further
// members.
func (s *inputShape) isClosed(names []string) bool {
	for members, isOpen := range s.objects {
		isOneOf := !slices.ContainsFunc(strings.Fields(members), func(name string) bool { return !slices.Contains(names, name) })
		if isOpen && isOneOf {
			return false
		}
	}
	return true
}

func (s *inputShape) isOpenType(given types.Type) bool {
	switch given := given.(type) {
	case *types.Object:
		names := []string{}
		for _, each := range given.StaticProperties() {
			if name, ok := each.Key.(string); ok {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return s.objects[joinedNames(names)]
	case types.Any:
		return len(given) == 0 || slices.ContainsFunc(given, s.isOpenType)
	case *types.Array:
		return given.Dynamic() != nil && s.isOpenType(given.Dynamic())
	}
	return false
}

func keyText(key *ast.Term) string {
	if text, ok := key.Value.(ast.String); ok {
		return string(text)
	}
	return key.String()
}

func keyHint(detail *ast.RefErrInvalidDetail) string {
	if _, isText := detail.Ref[detail.Pos].Value.(ast.String); isText && detail.Want != nil && types.Compare(detail.Want, types.N) == 0 {
		return fmt.Sprintf("The value is an array. Write %s[_] or some … in %s.", detail.Ref[:detail.Pos], detail.Ref[:detail.Pos])
	}
	return ""
}

// scalarHint returns a hint about the most common mistake with scalars: an index of an array is used in place of the
// element.
func scalarHint(detail *ast.RefErrUnsupportedDetail) string {
	name, isVar := detail.Ref[0].Value.(ast.Var)
	if detail.Pos > 0 || !isVar || types.Compare(detail.Have, types.N) != 0 {
		return ""
	}
	return fmt.Sprintf("As a key of an array, %s is an index. To use the members of the array, write: some %s in ….", name, name)
}

func argumentText(detail *ast.ArgErrDetail) string {
	texts := make([]string, len(detail.Have))
	for at, each := range detail.Have {
		texts[at] = kindText(each)
	}
	return strings.Join(texts, ", ")
}

// kindText returns the name of a type without its members.
func kindText(given types.Type) string {
	switch given := given.(type) {
	case *types.Array:
		return "an array"
	case *types.Set:
		return "a set"
	case *types.Recursive:
		return "an object"
	case types.Any:
		kinds := []string{}
		for _, each := range given {
			kinds = append(kinds, kindText(each))
		}
		slices.Sort(kinds)
		if kinds = slices.Compact(kinds); len(kinds) > 0 {
			return strings.Join(kinds, " or ")
		}
	}
	if kinds, ok := kindsOf(given); ok {
		return kinds[0]
	}
	return "anything"
}
