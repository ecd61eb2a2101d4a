// Sample code that the editor contains if a policy has no code.

/** Package and rule that a query such as `data.buckets.deny` refers to. */
const partsOf = (query: string | null | undefined): readonly [string, string] => {
  const [, packageName = 'example', rule = 'deny'] =
    /^data\.([A-Za-z_][\w.]*)\.([A-Za-z_]\w*)$/.exec(query ?? '') ?? [];
  return [packageName, rule];
};

/** Returns a sample policy in Rego that defines the rule to which the query refers. */
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
