// Organizations whose teams an identity provider manages. An organization can be listed by only one provider, so that
// groups of one provider do not add people to teams that another provider manages.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { folded } from '../../../lib/text/text.ts';
import type { BrokenRule } from '../../instance/index.ts';

export const maxListed = 1_000;

/** The organization list in a provider's settings. `provider` is the provider's name in error messages. */
export interface OrganizationList {
  readonly provider: string;
  readonly organizations: readonly string[];
}

/** Returns validation errors for names of organizations that do not exist or are in another provider's list. */
export async function listProblems(
  { ports }: Context,
  reader: Reader,
  names: readonly string[],
  others: readonly OrganizationList[],
): Promise<readonly BrokenRule[]> {
  const attribute = 'organizations';
  const known = await ports.organizationNamesAmong(reader, names.map(folded));
  return names.flatMap((name): readonly BrokenRule[] => {
    if (!known.has(folded(name))) {
      return [
        { attribute, code: 'no-such-record', message: `contains ${name}, but there is no organization with this name` },
      ];
    }
    const other = others.find((list) => isListed(list, name));
    if (other === undefined) return [];
    const message = `cannot include ${name}, because this organization is in the list of ${other.provider}: remove the organization from that list first`;
    return [{ attribute, code: 'taken', message }];
  });
}

const isListed = ({ organizations }: OrganizationList, name: string): boolean =>
  organizations.some((each) => folded(each) === folded(name));

/** Replaces an organization's name in the list. Removes the name if `to` is undefined. */
export const renamedIn = (organizations: readonly string[], from: string, to: string | undefined): readonly string[] =>
  organizations.flatMap((name) => (folded(name) !== folded(from) ? [name] : to === undefined ? [] : [to]));
