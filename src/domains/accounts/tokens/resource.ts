import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { tokens } from './entity.ts';
import type { TokenRow } from './store.ts';

/** A token. `text` is set only in the response that creates the token. */
export type ShownToken = TokenRow & { readonly text?: string };

export const tokenResource = resource<ShownToken>({
  type: 'authentication-tokens',
  attributes: {
    ...tokens.shown,
    token: shown(Nullable(Type.String()), ({ text = null }) => text),
  },
  relationships: {
    'created-by': { to: 'users', one: ({ created_by_id }) => created_by_id },
    team: { to: 'teams', one: ({ team_id }) => team_id },
  },
});
