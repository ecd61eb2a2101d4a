/**
 * Attributes, other than the name, of a policy in a YAML list. Policies that are resources of the API have the same
 * attributes.
 */
export const policyKeys = ['description', 'enforcement-level', 'input', 'query', 'shadow'] as const;

/** Keys as spelled in HCL. */
export const hclPolicyKeys: readonly string[] = policyKeys.map((key) => key.replaceAll('-', '_'));
