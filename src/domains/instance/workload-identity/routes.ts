import { Type } from 'typebox';
import { nothing, plain, type Reply } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { claimsSupported } from './claims.ts';
import { keyAction } from './input.ts';
import { algorithm } from './key.ts';
import { publishedKeys, rotateKey, trimKeys } from './oidc.ts';

/** Short, so that whoever verifies soon learns of a new key. */
const shortlyCached = { 'cache-control': 'public, max-age=60' };

const rotate: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/admin/oidc-settings/actions/rotate-key',
    summary: 'Sign workload identity tokens with a new key; those signed before verify until the next trim',
    caller: 'user',
    edition: 'self-hosted',
    authorise: siteAdministrator,
    payload: keyAction,
    reply: nothing,
    handle: (context, { actor }) => rotateKey(context, actor),
  });

const trim: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/admin/oidc-settings/actions/trim-key',
    summary: 'Delete every key of workload identity tokens but the one that signs',
    caller: 'user',
    edition: 'self-hosted',
    authorise: siteAdministrator,
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

const keys: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/.well-known/jwks',
    isRoot: true,
    summary: 'The keys that verify workload identity tokens (JSON Web Key Set)',
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

const provider: RouteFactory = ({ claimPrefix }) => {
  const claims_supported = claimsSupported(claimPrefix);
  return route({
    method: 'GET',
    path: '/.well-known/openid-configuration',
    isRoot: true,
    summary: 'What issues workload identity tokens (OpenID Connect Discovery)',
    caller: 'anyone',
    reply: plain(providerSchema, shortlyCached),
    handle: (context) => ({
      issuer: context.baseUrl(),
      jwks_uri: `${context.baseUrl()}/.well-known/jwks`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [algorithm],
      scopes_supported: ['openid'],
      claims_supported,
    }),
  });
};

export const oidcRoutes: readonly RouteFactory[] = [rotate, trim, keys, provider];
