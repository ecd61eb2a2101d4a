package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/rego"
)

// code is the modules and the data documents that policies share.
type code struct {
	digest  string
	size    int
	modules map[string]string
	// own are the files that are the code of one policy each; all others belong to every policy.
	own  map[string]bool
	data data
	// problems are those of the code as a whole, which is not compiled then.
	problems []Problem
	views    map[string]*view
}

// view is the code of a policy: its own file and those that belong to every policy, or all files.
type view struct {
	modules  map[string]string
	policy   *policy
	problems []Problem
	rules    []RuleMatch
	warnings map[string][]Problem
	queries  map[string]*preparedQuery
	reads    map[string][]inputRead
	metadata map[string]*Metadata
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

// view compiles the code of a policy, once. A file is empty for a policy that has all of them.
func (c *code) view(file string) *view {
	if known := c.views[file]; known != nil {
		return known
	}
	made := &view{
		modules:  c.modulesOf(file),
		warnings: map[string][]Problem{},
		queries:  map[string]*preparedQuery{},
		reads:    map[string][]inputRead{},
		metadata: map[string]*Metadata{},
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

// rulesOfPolicy lists the rules, sorted by file and row.
func (v *view) rulesOfPolicy() []RuleMatch {
	if v.rules == nil {
		v.rules = rulesOf(v.policy)
	}
	return v.rules
}

// maxExamined is the size of code in bytes up to which it is examined for warnings, since that compiles it a second time.
// Nothing that can be an error depends on it.
const maxExamined = 512 * 1024

// warningsFor an input in a form.
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
	message := fmt.Sprintf("not examined for warnings: %d files with more than %d KiB together", files, maxExamined/1024)
	return Problem{Code: "not_examined", Severity: severityWarning, Message: message}
}

// maxQueries of one view: those of a set change seldom.
const maxQueries = 10_000

// preparedQuery is a query after it was compiled with the code of a policy, and the warnings about it.
type preparedQuery struct {
	rego.PreparedEvalQuery
	warnings []Problem
}

// prepare compiles the query of a policy, or takes what an earlier evaluation compiled. It is nil if there are errors among
// the problems.
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
	}
	prepared := &preparedQuery{PreparedEvalQuery: made, warnings: problems}
	view.queries[asked.Query] = prepared
	return prepared, problems
}

const maxCodeBytes = 4 << 20

// codes keeps code for the next evaluation, the last used last. The last one is kept however large it is.
type codes []*code

// keep adds code, and returns the digests of those that have to go.
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

// find returns code by its digest, which is the last used then; nil where it is not there.
func (c *codes) find(digest string) *code {
	at := slices.IndexFunc(*c, func(each *code) bool { return each.digest == digest })
	if at < 0 {
		return nil
	}
	found := (*c)[at]
	*c = append(slices.Delete(*c, at, at+1), found)
	return found
}

// loadCode keeps code, and compiles nothing yet. What is wrong with it is a problem of every policy that is evaluated with it.
func (e *Engine) loadCode(request Request) CodeAnswer {
	return CodeAnswer{Evicted: e.codes.keep(newCode(request))}
}

// compileCode compiles what policies share, so that none of them has to wait for it.
func (e *Engine) compileCode(request Request) CodeAnswer {
	if used := e.codes.find(request.Code); used != nil && len(used.own) == 0 {
		used.view("")
	}
	return CodeAnswer{Evicted: []string{}}
}
