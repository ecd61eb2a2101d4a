// The members of an organization and its teams.
import { Type } from 'typebox';
import { teamEntity } from '../../../domains/organizations/commands.ts';
import { Email } from '../../../jsonapi/schema.ts';
import { permissionNames } from '../../../kernel/permissions.ts';
import { sentValues } from '../difference.ts';
import type { LeftOut, Present, Values } from '../model.ts';
import type { RecordKind } from '../record-kind.ts';
import {
  createAt,
  deleteAt,
  identifiersOf,
  idOf,
  listAt,
  patchAt,
  pathIn,
  registerId,
  relateAt,
  relatedIds,
  type Target,
  textIn,
  valueIn,
  valuesIn,
  type WireRecord,
} from '../wire.ts';

const { name: _, ...own } = teamEntity.update;

/** The team that every organization has. */
export const ownersTeam = 'owners';

export const membershipKind: RecordKind = {
  name: 'membership',
  noun: 'member',
  attributes: {},
  create: async (target, { declared: { path } }) => {
    const [organization = '', email] = path;
    const content = { type: 'organization-memberships', attributes: { email } };
    const pathTo = (id: string) => pathIn('organization-memberships', id);
    return (await createAt(target, pathIn('organizations', organization, 'organization-memberships'), content, pathTo))
      .id;
  },
  remove: (target, { id }) => deleteAt(target, pathIn('organization-memberships', id)),
};

export const teamKind: RecordKind = {
  name: 'team',
  noun: 'team',
  attributes: {
    ...own,
    /** The permissions that the team has. */
    access: Type.Array(Type.Enum([...permissionNames])),
    members: Type.Array(Email()),
  },
  create: async (target, { declared: { path, values } }) => {
    const [organization = '', name = ''] = path;
    const attributes = { name, ...attributesOf(values) };
    const { id } = await createAt(target, pathIn('organizations', organization, 'teams'), {
      type: 'teams',
      attributes,
    });
    await changeMembers(target, { id, organization, before: [], after: values.members });
    return id;
  },
  change: async (target, change) => {
    const { id, path, values } = change.present;
    const sent = sentValues(change);
    const attributes = attributesOf(sent);
    if (Object.keys(attributes).length > 0) await patchAt(target, pathIn('teams', id), { type: 'teams', attributes });
    await changeMembers(target, { id, organization: path[0] ?? '', before: values.members, after: sent.members });
  },
  remove: (target, { id }) => deleteAt(target, pathIn('teams', id)),
};

const attributesOf = ({ members: _members, access, ...attributes }: Values): Values => ({
  ...attributes,
  ...(Array.isArray(access) && {
    'organization-access': Object.fromEntries(permissionNames.map((name) => [name, access.includes(name)])),
  }),
});

interface MembersChange {
  readonly id: string;
  readonly organization: string;
  readonly before: unknown;
  /** Undefined where the members stay. */
  readonly after: unknown;
}

async function changeMembers(target: Target, { id, organization, before, after }: MembersChange): Promise<void> {
  if (!Array.isArray(after)) return;
  const [had, has] = [textsOf(before), textsOf(after)];
  const path = pathIn('teams', id, 'relationships', 'organization-memberships');
  const memberships = (emails: readonly string[]) =>
    identifiersOf(
      'organization-memberships',
      emails.map((email) => idOf(target, 'membership', [organization, email])),
    );
  await relateAt(target, 'POST', path, memberships(has.filter((email) => !had.includes(email))));
  await relateAt(target, 'DELETE', path, memberships(had.filter((email) => !has.includes(email))));
}

export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** The members of an organization, and its teams as far as the caller sees them. */
export async function readPeople(
  target: Target,
  organization: string,
  leftOut: (part: LeftOut) => void,
): Promise<readonly Present[]> {
  const memberships = await listAt(target, pathIn('organizations', organization, 'organization-memberships'));
  const teams = await listAt(target, pathIn('organizations', organization, 'teams'));
  const members = memberships.map((each): Present => {
    const path = [organization, textIn(target, each, 'email').toLowerCase()];
    registerId(target, 'membership', path, each.id);
    const isActive = valueIn(target, each, 'status') === 'active';
    return { kind: 'membership', path, id: each.id, values: {}, isActive };
  });
  for (const team of teams) {
    const others = Object.entries(Object(valueIn(target, team, 'organization-access')));
    const unknown = others.filter(([name, value]) => value === true && !permissionNames.some((each) => each === name));
    const what = `access of the team ${organization}/${textIn(target, team, 'name')}`;
    const reason = 'teams have no such permission here';
    for (const [name] of unknown) leftOut({ kind: 'team', what: `${name} in the ${what}`, reason });
  }
  return [...members, ...teams.map((each) => teamFrom(target, organization, each, memberships))];
}

function teamFrom(target: Target, organization: string, team: WireRecord, memberships: readonly WireRecord[]): Present {
  const path = [organization, textIn(target, team, 'name')];
  const access = valueIn(target, team, 'organization-access');
  const members = memberships
    .filter((each) => relatedIds(each, 'teams').includes(team.id))
    .map((each) => textIn(target, each, 'email').toLowerCase());
  registerId(target, 'team', path, team.id);
  const values = {
    ...valuesIn(target, team, Object.keys(own)),
    access: permissionNames.filter((name) => Reflect.get(Object(access), name) === true),
    members: members.sort(),
  };
  return { kind: 'team', path, id: team.id, values };
}
