/** The attributes that a list can give a policy beside its name, as YAML writes them; a policy that is a row has them, too. */
export const policyKeys = ['description', 'enforcement-level', 'input', 'query', 'shadow'] as const;

/** The keys in the spelling of HCL. */
export const hclPolicyKeys: readonly string[] = policyKeys.map((key) => key.replaceAll('-', '_'));
