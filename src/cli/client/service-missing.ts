// Messages about missing records of a service. They contain the name of the record instead of the request's URL path.

/** Nouns for record types in messages, by URL path segment. */
const nouns: Readonly<Record<string, string>> = {
  organizations: 'organization',
  policies: 'policy',
  'policy-sets': 'policy set',
  'policy-set-versions': 'version of a policy set',
  'policy-evaluations': 'evaluation',
  'policy-replays': 'replay',
  'policy-exemptions': 'exemption',
  'policy-exemption-requests': 'request for an exemption',
  'policy-approvals': 'approval',
  projects: 'project',
  workspaces: 'workspace',
};

/**
 * Returns a sentence about a missing record, such as `There is no organization shire, or this token has no permission
 * to read it.` Undefined if no command requests the path.
 */
export function missingSentence(path: string, method = 'get'): string | undefined {
  const words = (path.split('?')[0] ?? '').replace('/api/v2/', '').split('/').map(decodeURIComponent);
  const named = moduleIn(words) ?? recordIn(words);
  const right = method === 'get' ? 'has no permission to read it' : 'does not have the permission for this operation';
  return named && `There is no ${named}, or this token ${right}.`;
}

/**
 * Returns the module that a URL path names, such as `organizations/shire/registry-modules/private/shire/network/aws/…`
 * or `/api/registry/v1/modules/shire/network/aws/…`.
 */
const moduleIn = (words: readonly string[]): string | undefined => {
  const isProtocol = words[2] === 'registry' && words[4] === 'modules';
  const [organization, name, provider] = words.slice(isProtocol ? 5 : 4);
  return (isProtocol || words[2] === 'registry-modules') && provider !== undefined
    ? `module ${organization}/${name}/${provider}`
    : undefined;
};

/**
 * Returns the last record that a URL path names. For example, this is the workspace in
 * `organizations/shire/workspaces/shop`.
 */
function recordIn([collection = '', id, inner = '', innerId]: readonly string[]): string | undefined {
  const [noun, innerNoun] = [nouns[collection], nouns[inner]];
  if (noun === undefined || id === undefined) return undefined;
  const isInner = innerNoun !== undefined && innerId !== undefined && innerId !== 'actions';
  return isInner ? `${innerNoun} ${innerId} in ${id}` : `${noun} ${id}`;
}
