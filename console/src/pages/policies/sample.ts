// Sample code for the editor of a policy that has no code.

/** Returns the package and the rule in a query such as `data.buckets.deny`. */
const partsOf = (query: string | null | undefined): readonly [string, string] => {
  const [, packageName = 'example', rule = 'deny'] =
    /^data\.([A-Za-z_][\w.]*)\.([A-Za-z_]\w*)$/.exec(query ?? '') ?? [];
  return [packageName, rule];
};

/** Returns a sample policy in Rego. It defines the rule that the query names. */
export const sampleFor = (query: string | null | undefined): string => {
  const [packageName, rule] = partsOf(query);
  return `package ${packageName}

# Each message describes a problem in the plan. Without a message, the policy passes.
${rule} contains message if {
	some resource in input.plan.resource_changes
	"delete" in resource.change.actions
	message := sprintf("%s would be deleted", [resource.address])
}
`;
};
