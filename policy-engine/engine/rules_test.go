package engine

import (
	"testing"
)

func TestRulesThatMatched(t *testing.T) {
	served := loaded(t, `{"list": [1, 2]}`)
	request := evaluation("data.p.deny", "package p\n\ndeny contains x if {\n  some x in input.list\n  big(x)\n}\n\ndeny contains 1 if input.never\n\nbig(x) if x > 1\n\nunused := 1\n")

	without := verdictOf(t, served, request)
	request.Rules = true
	with := verdictOf(t, served, request)

	if without.Rules != nil {
		t.Errorf("%+v", without.Rules)
	}
	want := []RuleMatch{
		{Name: "data.p.deny", File: "p.rego", Row: 3, Matched: true},
		{Name: "data.p.deny", File: "p.rego", Row: 8},
		{Name: "data.p.big", File: "p.rego", Row: 10, Matched: true},
		{Name: "data.p.unused", File: "p.rego", Row: 12},
	}
	if len(with.Rules) != len(want) {
		t.Fatalf("%+v", with.Rules)
	}
	for at, rule := range want {
		if with.Rules[at] != rule {
			t.Errorf("%+v", with.Rules[at])
		}
	}
}

func TestTimeAndSeedAreInputs(t *testing.T) {
	served := loaded(t, `{}`)
	request := evaluation("data.p.deny", "package p\n\ndeny contains [time.now_ns(), rand.intn(\"x\", 1000000), uuid.rfc4122(\"x\")]\n")
	outputOf := func(timeNs int64, seed string) string {
		t.Helper()
		request.TimeNs, request.Seed = timeNs, seed
		answer := verdictOf(t, served, request)
		if answer.Status != statusFailed {
			t.Fatalf("%+v", answer)
		}
		return string(answer.Output[0])
	}

	first := outputOf(1_000_000_007, "a")
	other := outputOf(1_000_000_007, "b")
	now, later := outputOf(0, ""), outputOf(0, "")
	again := outputOf(1_000_000_007, "a")

	if first != again || first == other || now == later {
		t.Error(first, again, other, now, later)
	}
}
