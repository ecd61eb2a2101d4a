// Parts of a request that nothing would carry out for a policy set: refused, so that nobody takes them for enforced.
import { isDeepStrictEqual } from 'node:util';
import { attributeProblem, type Problem, problemAt } from '../../../jsonapi/errors.ts';
import { linkedMembers, type MemberType, memberTypes } from './members.ts';
import type { PolicySetRow } from './store.ts';
import { type SentSelectors, selectorsFrom, selectorsOf } from './tag-selectors.ts';

const nothingPulled =
  'Tipstaff does not connect to version control: create the set without it, and send its policies with "tipstaff policy push" or as a version';

/** VCS attributes, which are refused. */
const sources = ['vcs-repo', 'policy-update-patterns'] as const;

/** Null and what is empty ask for nothing. */
const isRequest = (value: unknown): boolean =>
  typeof value === 'object' ? Object.keys(Object(value)).length > 0 : value !== undefined && value !== '';

/** The problems of attributes that would bring policies from version control; `at` is where the attributes are. */
export const sourceProblems = (attributes: Readonly<Record<string, unknown>>, at = ''): readonly Problem[] =>
  sources.flatMap((name) =>
    isRequest(attributes[name]) ? [attributeProblem(`${at}${name}`, 'not-supported', nothingPulled)] : [],
  );

/** Attributes of a set, in a list of many sets. */
interface Listed {
  readonly attributes?: object;
}

const isList = (value: unknown): value is readonly (Listed | null)[] => Array.isArray(value);

/** Counterpart of `sourceProblems` for many sets, by the names of the lists that they are in. */
export const listedSourceProblems = (lists: Readonly<Record<string, unknown>>): readonly Problem[] =>
  Object.entries(lists).flatMap(([name, list]) =>
    isList(list)
      ? list.flatMap((each, index) => sourceProblems({ ...each?.attributes }, `${name}/${index}/attributes/`))
      : [],
  );

/** Parts of a set that an update may repeat, and cannot change. */
export interface Repeated {
  readonly attributes: { readonly 'tag-selectors'?: SentSelectors };
  readonly relationships?: Partial<Readonly<Record<MemberType, { readonly data: readonly { readonly id: string }[] }>>>;
}

/** The problems of members and selectors in an update that are others than those of the set. */
export function elsewhereProblems(before: PolicySetRow, { attributes, relationships = {} }: Repeated) {
  const path = `/api/v2/policy-sets/${before.id}`;
  const selectors = attributes['tag-selectors'];
  const isOther = selectors !== undefined && !isDeepStrictEqual(selectorsFrom(selectors), selectorsOf(before));
  const added = `An update does not change them: use POST and DELETE of ${path}`;
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
