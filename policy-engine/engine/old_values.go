package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// changedAttributes returns the top-level attributes that a change changes: those whose values or sensitivity differ,
// and those that are unknown. In a recorded input, equal masks can stand for different values, so a masked attribute
// counts as changed unless the plan does nothing with the resource.
func changedAttributes(change ast.Value) []string {
	before, after, unknown := memberOf(change, "before"), memberOf(change, "after"), memberOf(change, "after_unknown")
	beforeFlags, afterFlags := memberOf(change, "before_sensitive"), memberOf(change, "after_sensitive")
	canHide := ast.Compare(memberOf(change, "actions"), noAction) != 0 && hasMask(before)
	if !canHide && ast.Compare(before, after) == 0 && ast.Compare(beforeFlags, afterFlags) == 0 && !hasTrue(unknown) {
		return nil
	}
	names := map[string]bool{}
	for _, values := range []ast.Value{before, after, unknown} {
		eachMember(values, func(name string, _ ast.Value) { names[name] = true })
	}
	maps.DeleteFunc(names, func(name string, _ bool) bool {
		isKnown := !hasTrue(flagsOf(unknown, name))
		hasSameFlags := pathsOf(flagsOf(beforeFlags, name)) == pathsOf(flagsOf(afterFlags, name))
		isShown := !canHide || !hasMask(memberOf(before, name))
		return isKnown && hasSameFlags && isShown && isSameValue(memberOf(before, name), memberOf(after, name))
	})
	return slices.Sorted(maps.Keys(names))
}

// noAction contains the actions of a change that changes nothing.
var noAction = ast.NewArray(ast.StringTerm("no-op"))

// hasMask reports whether a value contains the mask of a sensitive value.
func hasMask(value ast.Value) bool {
	found := false
	if value != nil {
		ast.WalkTerms(ast.NewTerm(value), func(term *ast.Term) bool {
			text, isText := term.Value.(ast.String)
			found = found || isText && strings.Contains(string(text), sensitiveMask)
			return found
		})
	}
	return found
}

// flagsOf returns the flags of an attribute. A flag of the whole value is the flag of each attribute.
func flagsOf(flags ast.Value, name string) ast.Value {
	if whole, isWhole := flags.(ast.Boolean); isWhole {
		return whole
	}
	return memberOf(flags, name)
}

// pathsOf returns the paths at which flags are true.
func pathsOf(flags ast.Value) string {
	paths := ""
	eachUnknown(flags, nil, func(at valuePath) { paths += at.String() + "\n" })
	return paths
}

// isSameValue reports whether two values are equal. null, "", [], {} and an absent value count as equal, because a
// provider and a configuration often use different ones of them for the same state.
func isSameValue(one, other ast.Value) bool {
	if isEmptyValue(one) || isEmptyValue(other) {
		return isEmptyValue(one) && isEmptyValue(other)
	}
	switch one := one.(type) {
	case ast.Object:
		other, isObject := other.(ast.Object)
		isSame := isObject
		for _, object := range []ast.Value{one, other} {
			eachMember(object, func(name string, _ ast.Value) {
				isSame = isSame && isSameValue(memberOf(one, name), memberOf(other, name))
			})
		}
		return isSame
	case *ast.Array:
		other, isArray := other.(*ast.Array)
		isSame := isArray && one.Len() == other.Len()
		for at := 0; isSame && at < one.Len(); at++ {
			isSame = isSameValue(one.Elem(at).Value, other.Elem(at).Value)
		}
		return isSame
	}
	return one.Compare(other) == 0
}

func isEmptyValue(value ast.Value) bool {
	switch value := value.(type) {
	case nil, ast.Null:
		return true
	case ast.String:
		return value == ""
	case *ast.Array:
		return value.Len() == 0
	case ast.Object:
		return value.Len() == 0
	}
	return false
}

// changedMembers returns an object with changed members. A member that is nil is removed.
func changedMembers(object ast.Value, changed map[string]*ast.Term) *ast.Term {
	members := [][2]*ast.Term{}
	if object, isObject := object.(ast.Object); isObject {
		object.Foreach(func(key, member *ast.Term) {
			name, _ := key.Value.(ast.String)
			if _, isChanged := changed[string(name)]; !isChanged {
				members = append(members, [2]*ast.Term{key, member})
			}
		})
	}
	for name, member := range changed {
		if member != nil {
			members = append(members, [2]*ast.Term{ast.StringTerm(name), member})
		}
	}
	return ast.ObjectTerm(members...)
}

// picked returns an object that has only the named members of another object.
func picked(object ast.Value, names ...string) ast.Value {
	members := map[string]*ast.Term{}
	for _, name := range names {
		members[name] = termAt(object, name)
	}
	return changedMembers(nil, members).Value
}

// termAt returns a member of an object. It returns nil if there is no such member.
func termAt(value ast.Value, name string) *ast.Term {
	if object, isObject := value.(ast.Object); isObject {
		return object.Get(ast.StringTerm(name))
	}
	return nil
}

// textAt returns a member of an object that is a text. It returns an empty text if there is no such member.
func textAt(value ast.Value, name string) string {
	text, _ := memberOf(value, name).(ast.String)
	return string(text)
}
