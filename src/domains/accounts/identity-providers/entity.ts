import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Count, Name, Text } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

const maxNameLength = 60;
const maxTextLength = 255;
const maxUrlLength = 2_048;

const Filled = (maxLength: number) => Type.String({ ...Text(maxLength), minLength: 1 });

/** A claim by its name; dots lead into objects. Blank where none is read. */
const claim = () => attribute(text(), { set: 'always', schema: Text(maxTextLength) });

/** Identity provider that people sign in through, by OpenID Connect or, at GitHub, by OAuth 2. */
export const oidcProviders = entity('oidc_providers', {
  id: text(),
  /** In the addresses that the provider is set up with. */
  key: attribute(text(), { set: 'once', isRequired: true, schema: Name() }),
  /** Place of its button on the sign-in page, from 1. */
  position: attribute(integer(), { set: 'always', schema: Count(1) }),
  /** On its button. */
  name: attribute(text(), { set: 'always', isRequired: true, schema: Filled(maxNameLength) }),
  preset: attribute(oneOf('custom', 'google', 'entra', 'okta', 'keycloak', 'gitlab', 'github'), { set: 'once' }),
  is_enabled: attribute(flag(), { as: 'enabled', set: 'always' }),
  /** Exactly as in the metadata of the provider. */
  issuer: attribute(text(), { set: 'always', schema: Filled(maxUrlLength) }),
  /** Directory (tenant) ID, where tenants share the issuer. */
  tenant: attribute(nullable(text()), { set: 'always', schema: Text(maxTextLength) }),
  client_id: attribute(text(), { set: 'always', isRequired: true, schema: Filled(maxTextLength) }),
  credential: attribute(oneOf('client-secret', 'private-key'), { isAudited: true }),
  sealed_credential: text(),
  scopes: json(),
  username_claim: claim(),
  email_claim: claim(),
  groups_claim: claim(),
  site_admin_claim: claim(),
  /** Value of that claim, or of one in its list, that makes a site administrator. */
  site_admin_value: claim(),
  /** True if teams follow the groups that have their names, unless these have an `sso-team-id`. */
  team_names_count: attribute(generated(flag()), { set: 'always' }),
  /** Names of the organizations whose teams it fills. */
  organizations: generated(json()),
  /** Domains of addresses that may sign in; an empty list for all. */
  allowed_domains: json(),
  /** Groups to one of which people must belong; an empty list for no such rule. */
  allowed_groups: generated(json()),
  /** False where only people with an account sign in. */
  creates_accounts: attribute(flag(), { set: 'always' }),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof oidcProviders]> {}
}
