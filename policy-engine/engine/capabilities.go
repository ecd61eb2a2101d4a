package engine

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// unavailable are built-in functions that policies cannot call, because they access the network or the process.
var unavailable = []string{"http.send", "net.lookup_ip_addr", "opa.runtime"}

var capabilities = restricted(ast.CapabilitiesForThisVersion())

func restricted(all *ast.Capabilities) *ast.Capabilities {
	all.Builtins = slices.DeleteFunc(all.Builtins, func(builtin *ast.Builtin) bool {
		return slices.Contains(unavailable, builtin.Name)
	})
	// An empty list forbids access to all hosts, and nil would allow access to every host. Schemas can refer to other
	// schemas by URL.
	all.AllowNet = []string{}
	return all
}
