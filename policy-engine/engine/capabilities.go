package engine

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// What policies cannot call: all that reaches the network or the surroundings of the process.
var unavailable = []string{"http.send", "net.lookup_ip_addr", "opa.runtime"}

var capabilities = restricted(ast.CapabilitiesForThisVersion())

func restricted(all *ast.Capabilities) *ast.Capabilities {
	all.Builtins = slices.DeleteFunc(all.Builtins, func(builtin *ast.Builtin) bool {
		return slices.Contains(unavailable, builtin.Name)
	})
	// Not nil, which would allow every host: a schema may refer to another one by its address.
	all.AllowNet = []string{}
	return all
}
