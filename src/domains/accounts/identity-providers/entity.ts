import { Type } from 'typebox';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Count, Name, Text } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

const maxNameLength = 60;
const maxTextLength = 255;
const maxUrlLength = 2_048;

const Filled = (maxLength: number) => Type.String({ ...Text(maxLength), minLength: 1 });

/** Name of a claim. Dots address members of nested objects. Blank if the claim is not read. */
const claim = () => attribute(text(), { set: 'always', schema: Text(maxTextLength) });

/** Identity provider for sign-in by OpenID Connect or, in the case of GitHub, OAuth 2. */
export const oidcProviders = entity('oidc_providers', {
  id: text(),
  /** Key of the provider, which is part of its redirect and logout URLs. */
  key: attribute(text(), { set: 'once', isRequired: true, schema: Name() }),
  /** Position of the provider's button on the sign-in page, starting at 1. */
  position: attribute(integer(), { set: 'always', schema: Count(1) }),
  /** Label of the provider's button. */
  name: attribute(text(), { set: 'always', isRequired: true, schema: Filled(maxNameLength) }),
  preset: attribute(oneOf('custom', 'google', 'entra', 'okta', 'keycloak', 'gitlab', 'github'), { set: 'once' }),
  is_enabled: attribute(flag(), { as: 'enabled', set: 'always' }),
  /** Issuer URL, exactly as in the provider's metadata. */
  issuer: attribute(text(), { set: 'always', schema: Filled(maxUrlLength) }),
  /** Directory (tenant) ID, if several tenants share the issuer. */
  tenant: attribute(nullable(text()), { set: 'always', schema: Text(maxTextLength) }),
  client_id: attribute(text(), { set: 'always', isRequired: true, schema: Filled(maxTextLength) }),
  credential: attribute(oneOf('client-secret', 'private-key'), { isAudited: true }),
  sealed_credential: text(),
  scopes: json(),
  username_claim: claim(),
  email_claim: claim(),
  groups_claim: claim(),
  site_admin_claim: claim(),
  /**
   * Value of `site_admin_claim` that makes a person a site administrator. The claim can also be a list that contains
   * this value.
   */
  site_admin_value: claim(),
  /** Whether a team without an `sso-team-id` gets its members from the group that has the team's name. */
  team_names_count: attribute(generated(flag()), { set: 'always' }),
  /** Names of the organizations whose teams this provider manages, as a JSON array. */
  organizations: generated(json()),
  /** E-mail domains that may sign in, as a JSON array. An empty array allows all. */
  allowed_domains: json(),
  /**
   * Groups that may sign in, as a JSON array. A person must be in at least one of them. An empty array disables this
   * check.
   */
  allowed_groups: generated(json()),
  /** Whether a first sign-in creates an account. If 0, only people with an account can sign in. */
  creates_accounts: attribute(flag(), { set: 'always' }),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});
