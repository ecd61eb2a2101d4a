// Organizations that identity providers list, because they fill the teams of these. Each is in one list at most, so that no
// provider puts people into teams that are meant for the groups of another one.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { folded } from '../../../lib/text/text.ts';
import type { BrokenRule } from '../../instance/index.ts';

export const maxListed = 1_000;

/** The organizations that a provider lists, with the words by which messages name it. */
export interface OrganizationList {
  readonly provider: string;
  readonly organizations: readonly string[];
}

/** Problems of a list of organizations: one of them does not exist, or is in the list of another provider. */
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
      return [{ attribute, code: 'no-such-record', message: `must exist: there is no organization ${name}` }];
    }
    const other = others.find((list) => isListed(list, name));
    if (other === undefined) return [];
    const message = `cannot include ${name}, which is in the list of ${other.provider}: remove it there first`;
    return [{ attribute, code: 'taken', message }];
  });
}

const isListed = ({ organizations }: OrganizationList, name: string): boolean =>
  organizations.some((each) => folded(each) === folded(name));

/** A list after the name of an organization changed; without a new name, the organization is deleted. */
export const renamedIn = (organizations: readonly string[], from: string, to: string | undefined): readonly string[] =>
  organizations.flatMap((name) => (folded(name) !== folded(from) ? [name] : to === undefined ? [] : [to]));
