package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/rego"
)

// code contains the modules and data documents that policies share.
type code struct {
	digest  string
	size    int
	modules map[string]string
	// own contains the files that each belong to a single policy. All other files belong to every policy.
	own  map[string]bool
	data data
	// problems contains the problems of the code as a whole. If there are any, the code is not compiled.
	problems []Problem
	views    map[string]*view
	// texts is created on first use by the method dataTexts.
	texts *textSet
}

// view is the code that one policy uses: its own file and the shared files, or all files.
type view struct {
	modules    map[string]string
	policy     *policy
	problems   []Problem
	rules      []RuleMatch
	warnings   map[string][]Problem
	queries    map[string]*preparedQuery
	reads      map[string][]inputRead
	metadata   map[string]*Metadata
	parameters map[string]*parameters
	names      map[string]*policyNames
}

func newCode(request Request) *code {
	made := &code{digest: request.Code, modules: request.Modules, own: map[string]bool{}, views: map[string]*view{}}
	for _, file := range request.Own {
		made.own[file] = true
	}
	for file, source := range request.Modules {
		made.size += len(file) + len(source)
	}
	for _, document := range request.Data {
		made.size += len(document.File) + len(document.Text)
	}
	made.problems = depthProblems(request.Modules)
	read, problems := dataOf(request.Data)
	made.data = read
	made.problems = append(made.problems, problems...)
	return made
}

// view returns the compiled code of a policy, and compiles it on first use. An empty file name stands for a policy that
// consists of all files.
func (c *code) view(file string) *view {
	if known := c.views[file]; known != nil {
		return known
	}
	made := &view{
		modules:    c.modulesOf(file),
		warnings:   map[string][]Problem{},
		queries:    map[string]*preparedQuery{},
		reads:      map[string][]inputRead{},
		metadata:   map[string]*Metadata{},
		parameters: map[string]*parameters{},
		names:      map[string]*policyNames{},
	}
	c.views[file] = made
	if made.problems = c.problems; len(made.problems) > 0 {
		return made
	}
	compiled, err := compile(made.modules, c.data)
	if err != nil {
		made.problems = problemsOf(err)
		return made
	}
	made.policy = compiled
	return made
}

func (c *code) modulesOf(file string) map[string]string {
	if file == "" {
		return c.modules
	}
	modules := map[string]string{}
	for each, source := range c.modules {
		if each == file || !c.own[each] {
			modules[each] = source
		}
	}
	return modules
}

// rulesOfPolicy returns the rules of the policy, sorted by file and row.
func (v *view) rulesOfPolicy() []RuleMatch {
	if v.rules == nil {
		v.rules = rulesOf(v.policy)
	}
	return v.rules
}

// maxExamined is the maximum size in bytes of code that is examined for warnings. This examination requires a second
// compilation. Larger code is only checked for errors.
const maxExamined = 512 * 1024

// warningsFor returns the warnings about the code for an input in the given form.
func (v *view) warningsFor(form string) []Problem {
	if isLarge(v.modules) {
		return []Problem{notExamined(len(v.modules))}
	}
	form = formOr(form)
	known, ok := v.warnings[form]
	if !ok {
		known = inputWarnings(v.policy, form)
		v.warnings[form] = known
	}
	return known
}

func isLarge(modules map[string]string) bool {
	size := 0
	for _, source := range modules {
		size += len(source)
	}
	return size > maxExamined
}

func notExamined(files int) Problem {
	message := fmt.Sprintf("not examined for warnings: %d files with more than %d KiB in total", files, maxExamined/1024)
	return Problem{Code: "not_examined", Severity: severityWarning, Message: message}
}

// maxQueries is the maximum number of prepared queries per view. Because the queries of a policy set rarely change, the
// limit is rarely reached.
const maxQueries = 10_000

// preparedQuery is a query that was compiled with the code of a policy, and the warnings about it.
type preparedQuery struct {
	rego.PreparedEvalQuery
	warnings []Problem
}

// prepare returns the compiled query of a policy, and compiles it on first use. The query is nil if the problems
// include errors.
func (c *code) prepare(asked PolicyQuery) (*preparedQuery, []Problem) {
	view := c.view(asked.File)
	if len(view.problems) > 0 {
		return nil, view.problems
	}
	if known := view.queries[asked.Query]; known != nil {
		return known, known.warnings
	}
	problems := queryProblems(asked, view.policy)
	if slices.ContainsFunc(problems, isError) {
		return nil, problems
	}
	made, err := rego.New(
		rego.Compiler(view.policy.compiler),
		rego.Store(c.data.store),
		rego.Query(asked.Query),
		rego.EnablePrintStatements(true),
	).PrepareForEval(context.Background())
	if err != nil {
		return nil, inQuery(problemsOf(err))
	}
	if len(view.queries) == maxQueries {
		clear(view.queries)
		clear(view.reads)
		clear(view.metadata)
		clear(view.parameters)
		clear(view.names)
	}
	prepared := &preparedQuery{PreparedEvalQuery: made, warnings: problems}
	view.queries[asked.Query] = prepared
	return prepared, problems
}

const maxCodeBytes = 4 << 20

// codes keeps code for later evaluations, sorted by last use. The most recently used code is kept regardless of its
// size.
type codes []*code

// keep adds code and returns the digests of the code that was evicted for it.
func (c *codes) keep(added *code) []string {
	*c = append(slices.DeleteFunc(*c, func(each *code) bool { return each.digest == added.digest }), added)
	size := 0
	for _, each := range *c {
		size += each.size
	}
	evicted := []string{}
	for size > maxCodeBytes && len(*c) > 1 {
		first := (*c)[0]
		evicted = append(evicted, first.digest)
		size -= first.size
		*c = slices.Delete(*c, 0, 1)
	}
	return evicted
}

// find returns the code with the given digest and marks the code as most recently used. It returns nil if there is no
// such code.
func (c *codes) find(digest string) *code {
	at := slices.IndexFunc(*c, func(each *code) bool { return each.digest == digest })
	if at < 0 {
		return nil
	}
	found := (*c)[at]
	*c = append(slices.Delete(*c, at, at+1), found)
	return found
}

// loadCode stores code without compiling it. Problems in the code are reported for every policy that is evaluated with
// it.
func (e *Engine) loadCode(request Request) CodeAnswer {
	return CodeAnswer{Evicted: e.codes.keep(newCode(request))}
}

// compileCode compiles code in advance, so that the first evaluation need not wait. It does nothing if some modules
// belong to a single policy.
func (e *Engine) compileCode(request Request) CodeAnswer {
	if used := e.codes.find(request.Code); used != nil && len(used.own) == 0 {
		used.view("")
	}
	return CodeAnswer{Evicted: []string{}}
}
