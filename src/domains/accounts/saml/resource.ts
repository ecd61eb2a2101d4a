import { Type } from 'typebox';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { explanations } from './refused.ts';
import type { Rehearsed } from './rehearsal.ts';

const Maybe = () => Nullable(Type.String());

/** What a sign-in would do: to which account, with which teams, or why nobody would be let in. */
export const checkResource = resource<Rehearsed>()({
  type: 'saml-checks',
  attributes: Exactly({
    'would-sign-in': Type.Boolean(),
    reason: Maybe(),
    detail: Maybe(),
    issuer: Maybe(),
    'name-id': Maybe(),
    account: Nullable(Type.Enum(['known', 'linked', 'created'])),
    username: Maybe(),
    email: Maybe(),
    'is-admin': Nullable(Type.Boolean()),
    'was-admin': Nullable(Type.Boolean()),
    teams: Type.Array(
      Exactly({
        organization: Type.String(),
        team: Type.String(),
        change: Type.Enum(['added', 'removed', 'kept', 'no-room']),
      }),
    ),
  }),
  id: () => 'saml',
  present: ({ claims, outcome }) => {
    const settled = 'settled' in outcome ? outcome.settled : undefined;
    const reason = 'refused' in outcome ? outcome.refused : undefined;
    return {
      'would-sign-in': settled !== undefined,
      reason: reason ?? null,
      detail: reason === undefined ? null : explanations[reason],
      issuer: claims?.provider ?? null,
      'name-id': claims?.nameId ?? null,
      account: settled?.how ?? null,
      username: settled?.user.username ?? null,
      email: settled?.user.email ?? claims?.email ?? null,
      'is-admin': settled ? settled.user.is_admin === 1 : null,
      'was-admin': settled?.wasAdmin ?? null,
      teams: settled?.teams.map(({ organization, team, change }) => ({ organization, team, change })) ?? [],
    };
  },
});
