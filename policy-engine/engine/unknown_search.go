package engine

import (
	"slices"
	"strings"
)

// search determines which of several attributes change the result of the policy.
type search struct {
	*examination
	kind int
	// left is the number of evaluations that the search may still make.
	left int
	// changed contains the addresses that only the result with marks or only the original result contains.
	changed map[string]bool
}

// decides adds the attributes that change the result if they are replaced by values of the given kind. It returns false
// if the evaluation failed.
func (x *examination) decides(marks []*mark, kind int) bool {
	if len(marks) == 0 {
		return true
	}
	result, ok := x.evaluate(marks, kind, nil)
	if !ok || result == x.original {
		return ok
	}
	s := &search{examination: x, kind: kind, left: maxSearches, changed: changedAddresses(x.original, result)}
	if found := s.neededAmong(marks); len(found) > 0 {
		for _, each := range found {
			s.addMark(howDecides, each)
		}
		return true
	}
	s.addSufficient(marks)
	return true
}

// changedAddresses returns the addresses that only one of two results contains. The first line of a result is the number
// of its members.
func changedAddresses(before, after string) map[string]bool {
	changed := map[string]bool{}
	for _, line := range strings.Split(before, "\n")[1:] {
		changed[line] = true
	}
	for _, line := range strings.Split(after, "\n")[1:] {
		if changed[line] {
			delete(changed, line)
		} else {
			changed[line] = true
		}
	}
	return changed
}

// addMark adds the attributes of a mark. If the result changes for some of their resources, it adds only these.
func (s *search) addMark(how string, each *mark) {
	named := slices.DeleteFunc(slices.Clone(each.leaves), func(leaf unknownLeaf) bool { return !s.changed[leaf.address] })
	if len(named) == 0 {
		named = each.leaves
	}
	s.add(how, named...)
}

// isOriginal reports whether the result with marks is equal to the original result. ok is false if the evaluation
// failed.
func (s *search) isOriginal(marks []*mark) (isOriginal, ok bool) {
	s.left--
	result, ok := s.evaluate(marks, s.kind, nil)
	return result == s.original, ok
}

// neededAmong returns the marks without which the remaining marks do not change the result.
func (s *search) neededAmong(marks []*mark) []*mark {
	if len(marks) == 1 {
		return marks
	}
	isOriginalWithout := func(removed []*mark) bool {
		leaving := map[*mark]bool{}
		for _, each := range removed {
			leaving[each] = true
		}
		others := slices.DeleteFunc(slices.Clone(marks), func(each *mark) bool { return leaving[each] })
		isOriginal, ok := s.isOriginal(others)
		return ok && isOriginal
	}
	candidates := marks
	for len(candidates) > s.left/2 && len(candidates) > 1 && s.left > maxSearches/2 {
		half := candidates[:len(candidates)/2]
		if isOriginalWithout(half) {
			candidates = half
		} else {
			candidates = candidates[len(half):]
		}
	}
	found := []*mark{}
	for _, each := range candidates {
		if s.left > 0 && isOriginalWithout([]*mark{each}) {
			found = append(found, each)
		}
	}
	return found
}

// addSufficient adds the marks that change the result by themselves. If there are none, or if finding them would need
// too many evaluations, it adds all marks, because at least one of them changes the result.
func (s *search) addSufficient(marks []*mark) {
	if len(marks) == 1 {
		s.addMark(howDecides, marks[0])
		return
	}
	middle, isFound := len(marks)/2, false
	for _, half := range [][]*mark{marks[:middle], marks[middle:]} {
		if s.left <= 0 {
			isFound = true
			s.addOneOf(half)
			continue
		}
		if isOriginal, ok := s.isOriginal(half); ok && !isOriginal {
			isFound = true
			s.addSufficient(half)
		}
	}
	if !isFound {
		s.addOneOf(marks)
	}
}

func (s *search) addOneOf(marks []*mark) {
	for _, each := range marks {
		s.addMark(howOneOf, each)
	}
}
