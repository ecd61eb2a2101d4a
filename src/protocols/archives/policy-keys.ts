/** Attributes, other than the name, of a policy in a YAML list. Policies in the API have the same attributes. */
export const policyKeys = ['description', 'enforcement-level', 'input', 'query', 'shadow'] as const;

/** The same attributes as spelled in HCL lists. */
export const hclPolicyKeys: readonly string[] = policyKeys.map((key) => key.replaceAll('-', '_'));
