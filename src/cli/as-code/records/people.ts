// Attributes of a team whose format in files differs from that in the API: permissions and members.
import { Type } from 'typebox';
import { Email } from '../../../jsonapi/schema.ts';
import { permissionNames } from '../../../kernel/permissions.ts';
import { textsOf } from '../model.ts';
import type { Related } from '../plain-kind.ts';
import type { RecordPart } from '../record-kind.ts';
import { addRelated, removeRelated } from '../relationships.ts';
import { relatedIds, textIn } from '../wire.ts';

export const access: RecordPart = {
  schema: Type.Array(Type.Enum([...permissionNames])),
  read: ({ area, attributes, path }) => {
    const permissions = Object.entries(Object(attributes['organization-access']));
    const granted = permissions.flatMap(([name, value]) => (value === true ? [name] : []));
    for (const name of granted.filter((each) => !permissionNames.some((known) => known === each))) {
      const what = `the permission ${name} of the team ${path.join('/')}`;
      area.leftOut({ kind: 'team', what, reason: 'this version of Tipstaff does not have this permission' });
    }
    return permissionNames.filter((name) => granted.includes(name));
  },
  sentAs: (value) => ['organization-access', ...textsOf(value)],
  content: ({ after }) => ({
    attributes: {
      'organization-access': Object.fromEntries(permissionNames.map((name) => [name, textsOf(after).includes(name)])),
    },
  }),
};

/**
 * Email addresses of a team's members. New members are added before other members are removed, so the owners team
 * always has a member.
 */
export const members = (to: Related): RecordPart => ({
  schema: Type.Array(Email()),
  to: to.name,
  comparable: (value) => textsOf(value).map((each) => each.toLowerCase()),
  read: ({ area: { listed }, record }) =>
    (listed.get(to.name) ?? [])
      .filter((each) => relatedIds(each, 'teams').includes(record.id))
      .map((each) => textIn(each, 'email').toLowerCase())
      .sort(),
  write: async (write, at) => {
    await addRelated(write, to, `${at}/relationships/${to.path}`);
    await removeRelated(write, to, `${at}/relationships/${to.path}`);
  },
});
