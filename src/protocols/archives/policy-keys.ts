/** Attributes, other than the name, of a policy in a YAML list. Policies in the API have the same attributes. */
export const policyKeys = ['description', 'enforcement-level', 'input', 'introduction', 'query', 'shadow'] as const;

/** Names of the same attributes in HCL lists, which have underscores instead of hyphens. */
export const hclPolicyKeys: readonly string[] = policyKeys.map((key) => key.replaceAll('-', '_'));
