// Payloads that create and update OpenID Connect providers.
import { Type } from 'typebox';
import { attributeProblem, invalid, type Problem } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Name, Text } from '../../../jsonapi/schema.ts';
import { isClientKey } from '../../../protocols/openid/credential.ts';
import { OpenIdError } from '../../../protocols/openid/error.ts';
import { issuerOf } from '../../../protocols/openid/provider.ts';
import { oidcProviders } from './entity.ts';
import { maxListed } from './listed-organizations.ts';
import type { ProviderRow } from './store.ts';

const maxScopes = 50;
const maxScopeLength = 200;
const maxDomains = 100;
const maxDomainLength = 253;
const maxGroups = 100;
const maxGroupLength = 255;
const maxKeyLength = 20_000;

/** List attributes. Clients send arrays, which are stored as JSON. */
const lists = {
  scopes: Type.Optional(
    Type.Array(
      Type.String({
        maxLength: maxScopeLength,
        pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
        'x-detail': 'must be one scope without spaces.',
      }),
      { maxItems: maxScopes },
    ),
  ),
  'allowed-domains': Type.Optional(
    Type.Array(
      Type.String({
        maxLength: maxDomainLength,
        pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$',
        'x-detail': 'must be a domain such as example.com.',
      }),
      { maxItems: maxDomains },
    ),
  ),
  'allowed-groups': Type.Optional(
    Type.Array(Type.String({ ...Text(maxGroupLength), minLength: 1 }), { maxItems: maxGroups }),
  ),
  organizations: Type.Optional(Type.Array(Name(), { maxItems: maxListed })),
};

/**
 * Attributes for the credential with which this service authenticates at the provider. Clients send at most one of
 * them.
 */
const credentials = {
  'client-secret': Type.Optional(Text(maxKeyLength)),
  'private-key': Type.Optional(Text(maxKeyLength)),
};

export const providerExtras = { lists, credentials };

export const createPayload = documentPayload({
  type: 'oidc-providers',
  attributes: Type.Object({ ...oidcProviders.create, ...lists, ...credentials }),
});

export const updatePayload = documentPayload({
  type: 'oidc-providers',
  attributes: Type.Object({ ...oidcProviders.update, ...lists, ...credentials }),
});

/** Attributes of a payload that do not map directly to a column. */
export interface ProviderExtras {
  readonly scopes?: readonly string[];
  readonly 'allowed-domains'?: readonly string[];
  readonly 'allowed-groups'?: readonly string[];
  readonly organizations?: readonly string[];
  readonly 'client-secret'?: string;
  readonly 'private-key'?: string;
}

/**
 * Returns the credential in the input. Undefined if the input has none. 422 if the input has two credentials or an
 * unusable private key.
 */
export function credentialIn(
  input: ProviderExtras,
): { readonly kind: ProviderRow['credential']; readonly text: string } | undefined {
  const secret = input['client-secret'] ?? '';
  const key = input['private-key'] ?? '';
  if (secret !== '' && key !== '')
    throw invalid(attributeProblem('private-key', 'invalid', 'Private-key cannot be set together with client-secret'));
  if (key !== '' && !isClientKey(key)) throw invalid(keyProblem);
  if (key !== '') return { kind: 'private-key', text: key };
  return secret === '' ? undefined : { kind: 'client-secret', text: secret };
}

const keyProblem = attributeProblem(
  'private-key',
  'malformed',
  'Private-key must be an RSA key of at least 2048 bits, or an EC or Ed25519 key, as PEM or JWK',
);

type Checked = Pick<
  ProviderRow,
  'issuer' | 'tenant' | 'preset' | 'scopes' | 'credential' | 'groups_claim' | 'allowed_groups'
>;

/** Throws 422 if the settings would let nobody sign in through the provider. */
export function requireUsable(row: Checked): void {
  const problems = [
    ...issuerProblems(row),
    ...groupProblems(row),
    ...(row.preset === 'github' ? gitHubProblems(row) : scopeProblems(row)),
  ];
  if (problems.length > 0) throw invalid(...problems);
}

function issuerProblems({ issuer, tenant }: Checked): readonly Problem[] {
  try {
    issuerOf({ issuer, tenant: tenant ?? undefined });
    return [];
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    return error.code === 'tenant-not-named'
      ? [attributeProblem('tenant', 'required', error.message)]
      : [attributeProblem('issuer', 'malformed', error.message)];
  }
}

const groupProblems = ({ groups_claim, allowed_groups }: Checked): readonly Problem[] =>
  groups_claim === '' && allowed_groups !== '[]'
    ? [attributeProblem('allowed-groups', 'invalid', 'Allowed groups must be empty while the groups claim is blank')]
    : [];

const scopeProblems = ({ scopes }: Checked): readonly Problem[] =>
  JSON.parse(scopes).includes('openid') ? [] : [attributeProblem('scopes', 'required', 'Scopes must include openid')];

const gitHubProblems = ({ credential }: Checked): readonly Problem[] =>
  credential === 'client-secret'
    ? []
    : [attributeProblem('private-key', 'invalid', 'Private-key cannot be used with GitHub: set client-secret instead')];
