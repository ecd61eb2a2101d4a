import { Type } from 'typebox';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Name of a team. Control characters and leading or trailing whitespace are not allowed. */
const TeamName = () =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    format: 'text',
    pattern:
      '^([^\\s\\u0000-\\u001f\\u007f-\\u009f]([^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f])?)?$',
    'x-detail': 'must not begin or end with whitespace or contain control characters',
  });

export const teams = entity('teams', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: TeamName() }),
  name_key: text(),
  is_owners: generated(flag()),
  visibility: attribute(oneOf('secret', 'organization'), { set: 'always' }),
  /** Bit set with one bit for each permission, in the order of the permissions table. */
  permissions: generated(integer()),
  /** Whether the team's members may create and delete its token. */
  allows_member_tokens: attribute(generated(flag()), { as: 'allow-member-token-management', set: 'always' }),
  /**
   * Group at the identity provider whose members are added to the team. If it is null, the group with the team's name
   * may be used instead.
   */
  sso_team_id: attribute(nullable(text()), { set: 'always', schema: Text(255) }),
  created_at: time(),
});

export const teamMembers = table('team_members', {
  membership_id: text(),
  team_id: text(),
});
