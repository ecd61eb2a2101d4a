// Rejects attributes and members of policy sets that would have no effect. Otherwise, users might assume that such
// values are enforced.
import { isDeepStrictEqual } from 'node:util';
import { attributeProblem, type Problem, problemAt } from '../../../jsonapi/errors.ts';
import { linkedMembers, type MemberType, memberTypes } from './members.ts';
import type { PolicySetRow } from './store.ts';
import { type SentSelectors, selectorsFrom, selectorsOf } from './tag-selectors.ts';

const nothingPulled =
  'Tipstaff does not connect to version control: create the set without this attribute, and upload its policies with "tipstaff policy push" or as a version';

/** VCS attributes, which are not supported. */
const sources = ['vcs-repo', 'policy-update-patterns'] as const;

/** Whether the value of an attribute is neither null nor empty. */
const isRequest = (value: unknown): boolean =>
  typeof value === 'object' ? Object.keys(Object(value)).length > 0 : value !== undefined && value !== '';

/** Returns a problem for each VCS attribute that has a value. */
export const sourceProblems = (attributes: Readonly<Record<string, unknown>>): readonly Problem[] =>
  sources.flatMap((name) =>
    isRequest(attributes[name]) ? [attributeProblem(name, 'not-supported', nothingPulled)] : [],
  );

/** Values of a policy set that an update may contain only if they are unchanged. */
export interface Repeated {
  readonly attributes: { readonly 'tag-selectors'?: SentSelectors };
  readonly relationships?: Partial<Readonly<Record<MemberType, { readonly data: readonly { readonly id: string }[] }>>>;
}

/**
 * Returns a problem for each list of members or tag selectors that an update would change. These lists have separate
 * endpoints.
 */
export function elsewhereProblems(before: PolicySetRow, { attributes, relationships = {} }: Repeated) {
  const path = `/api/v2/policy-sets/${before.id}`;
  const selectors = attributes['tag-selectors'];
  const isOther = selectors !== undefined && !isDeepStrictEqual(selectorsFrom(selectors), selectorsOf(before));
  const added = `An update cannot change this list: use POST and DELETE on ${path}`;
  return [
    ...(isOther ? [attributeProblem('tag-selectors', 'immutable', `${added}/tag-selectors`)] : []),
    ...memberTypes.flatMap((type) => {
      const ids = relationships[type]?.data.map(({ id }) => id);
      const known = new Set(linkedMembers(before, type).ids);
      if (ids === undefined || known.symmetricDifference(new Set(ids)).size === 0) return [];
      return [problemAt(`/data/relationships/${type}`, 'immutable', `${added}/relationships/${type}`)];
    }),
  ];
}
