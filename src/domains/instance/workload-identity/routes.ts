import { Type } from 'typebox';
import { administration } from '../../../http/callers.ts';
import { nothing, one, plain, type Reply } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { claimsSupported } from './claims.ts';
import { keyAction } from './input.ts';
import { algorithm } from './key.ts';
import { keyStatus, publishedKeys, rotateKey, trimKeys } from './oidc.ts';
import { oidcSettingsResource } from './resource.ts';

/** A short cache time, so that verifiers see a new key soon. */
const shortlyCached = { 'cache-control': 'public, max-age=60' };

const show = route('GET', '/admin/oidc-settings', {
  operationId: 'readOidcSettings',
  summary: 'Show the keys of workload identity tokens',
  description:
    'Returns the signing key, then the retired keys, newest first, and the times of the next rotation and trim. A trim deletes the keys that were retired at least 30 days ago.',
  ...administration,
  reply: one(oidcSettingsResource),
  handle: (context) => keyStatus(context),
});

const rotate = route('POST', '/admin/oidc-settings/actions/rotate-key', {
  operationId: 'rotateOidcKey',
  summary: 'Rotate the key of workload identity tokens',
  description:
    'New tokens are signed with a new key. Retired keys stay published until they are trimmed, so that earlier tokens can still be verified.',
  ...administration,
  payload: keyAction,
  reply: nothing,
  handle: (context, { actor }) => rotateKey(context, actor),
});

const trim = route('POST', '/admin/oidc-settings/actions/trim-key', {
  operationId: 'trimOidcKeys',
  summary: 'Delete the former keys of workload identity tokens',
  description:
    'Deletes every key except the signing key. Tokens that were signed with a deleted key can no longer be verified.',
  ...administration,
  payload: keyAction,
  reply: nothing,
  handle: (context, { actor }) => trimKeys(context, actor),
});

const publicKey = Exactly({
  kty: Type.Literal('RSA'),
  n: Type.String(),
  e: Type.String(),
  kid: Type.String(),
  alg: Type.Literal(algorithm),
  use: Type.Literal('sig'),
});

const keySet: Reply<string> = {
  status: 200,
  mediaType: 'application/json',
  schema: () => Exactly({ keys: Type.Array(publicKey, { minItems: 1 }) }),
  render: (body) => ({ status: 200, headers: { 'content-type': 'application/json', ...shortlyCached }, body }),
};

const keys = route('GET', '/.well-known/jwks', {
  isRoot: true,
  operationId: 'listOidcKeys',
  summary: 'List the public keys of workload identity tokens',
  description:
    'Returns a JSON Web Key Set (RFC 7517) with the signing key and the retired keys that have not been trimmed.',
  caller: 'anyone',
  reply: keySet,
  handle: (context) => publishedKeys(context),
});

const texts = () => Type.Array(Type.String());

const providerSchema = Exactly({
  issuer: Type.String(),
  jwks_uri: Type.String(),
  response_types_supported: texts(),
  subject_types_supported: texts(),
  id_token_signing_alg_values_supported: texts(),
  scopes_supported: texts(),
  claims_supported: texts(),
});

const provider = route('GET', '/.well-known/openid-configuration', {
  isRoot: true,
  operationId: 'readOidcConfiguration',
  summary: 'Show the issuer of workload identity tokens',
  description:
    'Returns the provider metadata of OpenID Connect Discovery 1.0: issuer, URL of the keys, algorithms and claims.',
  caller: 'anyone',
  reply: plain(providerSchema, shortlyCached),
  handle: (context) => ({
    issuer: context.baseUrl(),
    jwks_uri: `${context.baseUrl()}/.well-known/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
    scopes_supported: ['openid'],
    claims_supported: claimsSupported(context.vocabulary.claimPrefix),
  }),
});

export const oidcRoutes = [show, rotate, trim, keys, provider];
