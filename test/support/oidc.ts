// Verifies workload identity tokens as a cloud provider does, using only the published keys.
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { keyStatus } from '../../src/domains/instance/workload-identity/oidc.ts';
import { signToken } from '../../src/domains/instance/workload-identity/token.ts';
import { system, type World } from './world.ts';

export const day = 86_400_000;
const audience = 'cloud.example.com';

/** Issues an identity token for a workload. */
export const newToken = async ({ context }: World): Promise<string> => {
  const workload = {
    organization: { name: 'acme', id: 'org-1' },
    project: { name: 'Default Project', id: 'prj-1' },
    workspace: { name: 'network', id: 'ws-1' },
    phase: 'apply',
    runId: 'run-1',
  } as const;
  const { token } = await signToken(context, system, { workload, audience, lifetime: day });
  return token;
};

/** Returns the ids of the published keys. The first id is that of the signing key. */
export const publishedKids = async ({ anonymous }: World): Promise<readonly string[]> => {
  const { body } = await anonymous.get('//.well-known/jwks');
  return body.keys.map(({ kid }: { kid: string }) => kid);
};

/**
 * Verifies a token with the published keys at a given time and returns the token's claims. Throws if the token is
 * invalid.
 */
export const verified = async (world: World, token: string, at = world.context.clock.now()): Promise<JWTPayload> => {
  const provider = await world.anonymous.get('//.well-known/openid-configuration');
  const { issuer, jwks_uri, id_token_signing_alg_values_supported: algorithms } = provider.body;
  const options = { issuer, audience, algorithms, currentDate: new Date(at) };
  return (await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), options)).payload;
};

/** Returns the times of the next key rotation and the next removal of old keys. */
export const timersOf = async ({ context }: World) => {
  const { nextRotationAt, nextTrimAt } = await keyStatus(context);
  return { nextRotationAt, nextTrimAt };
};

/** Moves the clock to the given number of milliseconds after a time. */
export const advanceTo = ({ context, advance }: World, moment: string, milliseconds = 0): void =>
  advance(Date.parse(moment) + milliseconds - context.clock.now());
