package engine

import (
	"errors"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// init replaces the built-in function json.match_schema. A schema that refers to a file or a URL cannot be loaded here.
// The evaluator would treat the call as undefined, so a policy could pass here and fail elsewhere. The replacement ends
// the evaluation with an error.
func init() {
	name := ast.JSONMatchSchema.Name
	match := topdown.GetBuiltin(name)
	topdown.RegisterBuiltinFunc(name, func(context topdown.BuiltinContext, operands []*ast.Term, iter func(*ast.Term) error) error {
		err := match(context, operands, iter)
		var failed *topdown.Error
		if errors.As(err, &failed) && isUnreachable(strings.TrimPrefix(failed.Message, name+": ")) {
			return topdown.Halt{Err: failed}
		}
		return err
	})
}

func isUnreachable(reason string) bool {
	return strings.HasPrefix(reason, "remote reference loading disabled") || strings.HasPrefix(reason, "open ")
}
