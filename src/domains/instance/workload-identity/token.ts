// Workload identity tokens: JSON Web Tokens that clouds verify with the published keys.
import { createPrivateKey, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { type TokenClaims, type Workload, workloadTokenClaims } from './claims.ts';
import { algorithm } from './key.ts';
import { ensureKey } from './oidc.ts';
import { signingKey } from './store.ts';
import { privateKeyPlace } from './succession.ts';

/** Content of a new token. */
export interface TokenRequest {
  readonly workload: Workload;
  /** Audience that the cloud expects. */
  readonly audience: string;
  /** Lifetime in milliseconds. */
  readonly lifetime: number;
}

export interface SignedToken {
  readonly token: string;
  readonly claims: TokenClaims;
}

/** Signs a token for a workload with the current key. The audit entry contains the claims, not the token. */
export async function signToken(
  context: Context,
  actor: Actor,
  { workload, audience, lifetime }: TokenRequest,
): Promise<SignedToken> {
  await ensureKey(context);
  const { clock, vault, vocabulary } = context;
  return auditedTransaction(context, actor, async (tx) => {
    const { kid, private_key } = (await tx.first(signingKey, {})) ?? { kid: '', private_key: null };
    if (private_key === null) throw new Error('the signing key has no private part');
    const issuedAt = seconds(clock.now());
    const validity = { issuedAt, expiresAt: issuedAt + seconds(lifetime) };
    const from = { jti: randomUUID(), iss: context.baseUrl(), aud: audience };
    const claims: TokenClaims = { ...from, ...workloadTokenClaims(vocabulary.claimPrefix, workload, validity) };
    const key = createPrivateKey(vault.open(privateKeyPlace(kid), private_key));
    const token = await new SignJWT({ ...claims }).setProtectedHeader({ typ: 'JWT', alg: algorithm, kid }).sign(key);
    const { jti, aud, sub = '' } = claims;
    const after = { jti, aud, sub, expires: timestamp(validity.expiresAt * 1_000) };
    return { result: { token, claims }, audit: [{ action: 'oidc.sign', type: 'oidc-keys', id: kid, after }] };
  });
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
