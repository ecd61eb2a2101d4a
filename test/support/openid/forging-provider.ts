// Simulated OpenID Connect provider on this machine. It behaves correctly unless a test makes it send forged data.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JWTPayload } from 'jose';
import { type Clock, systemClock } from '../../../src/kernel/clock.ts';
import type { OpenIdProvider } from '../../../src/protocols/openid/provider.ts';
import { listening } from '../listening.ts';
import { newSigner, type Signer } from './signer.ts';

/** Handler that responds in place of the provider. */
type Behaviour = (response: ServerResponse) => void;

/** Claims that replace the provider's own claims. Claims set to undefined are omitted. */
export type Changes = Readonly<Record<string, unknown>>;

/**
 * Deviations from the provider's correct behavior. Members set to undefined are omitted from the provider's documents.
 */
export interface Forgery {
  readonly metadata?: object;
  readonly claims?: Changes;
  readonly header?: object;
  /** Returns the ID token that the provider sends instead of its own; undefined to send none. */
  readonly idToken?: (claims: JWTPayload, signer: Signer) => Promise<string> | string | undefined;
  readonly userInfo?: object;
  readonly answers?: Readonly<Record<string, Behaviour>>;
}

export interface ForgingProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Settings for this provider in the tested service. */
  readonly settings: OpenIdProvider;
  readonly signer: Signer;
  /** Paths of the requests that the provider has received so far. */
  readonly paths: string[];
  readonly forge: (forgery: Forgery) => void;
  /** Replaces the signing key. The provider publishes only the new key. */
  readonly rotate: (kid: string) => Promise<void>;
  /** Returns the provider's response to an authorization request, which the browser sends back to the service. */
  readonly authorize: (address: string) => URLSearchParams;
  /** Returns a logout token with the given claims. */
  readonly logoutToken: (claims?: Changes, header?: object) => Promise<string>;
}

interface Grant {
  readonly nonce: string | undefined;
  readonly challenge: string | undefined;
}

const client = { id: 'tipstaff', secret: 'the secret of the client' };
export const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const accessToken = 'access-token-of-alice';

/** Returns the clock's time in seconds since the epoch. */
export const now = (clock: Clock = systemClock): number => Math.floor(clock.now() / 1_000);

export const answerJson = (response: ServerResponse, status: number, document: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
};

const hashOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Returns the `at_hash` claim for an access token. The ID token must be signed with SHA-256. */
const halfHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

const metadataOf = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: `${issuer}/logout`,
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
  code_challenge_methods_supported: ['plain', 'S256'],
  authorization_response_iss_parameter_supported: true,
});

/** Opens a provider on a free port. */
export const openForgingProvider = async (clock: Clock = systemClock): Promise<ForgingProvider> => {
  let forgery: Forgery = {};
  let signer = await newSigner('first');
  const grants = new Map<string, Grant>();
  const paths: string[] = [];
  const server = createServer((request, response) => void serve(request, response));
  const running = await listening(server);
  const { url: issuer } = running;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    paths.push(pathname);
    const forged = forgery.answers?.[pathname];
    if (forged !== undefined) return forged(response);
    const form = new URLSearchParams(await text(request));
    if (answers[pathname] === undefined) response.writeHead(404).end();
    else await answers[pathname](response, form);
  };

  const answers: Readonly<Record<string, (response: ServerResponse, form: URLSearchParams) => unknown>> = {
    '/.well-known/openid-configuration': (response) =>
      answerJson(response, 200, { ...metadataOf(issuer), ...forgery.metadata }),
    '/keys': (response) => answerJson(response, 200, { keys: [signer.publicKey] }),
    '/userinfo': (response) => answerJson(response, 200, { sub: 'alice', nickname: 'al', ...forgery.userInfo }),
    '/token': async (response, form) => {
      if (form.get('client_secret') !== client.secret) return answerJson(response, 401, { error: 'invalid_client' });
      const grant = grants.get(form.get('code') ?? '');
      grants.delete(form.get('code') ?? '');
      if (grant === undefined || grant.challenge !== hashOf(form.get('code_verifier') ?? ''))
        return answerJson(response, 400, { error: 'invalid_grant', error_description: 'the words of the provider' });
      const tokens = {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await idToken(grant),
      };
      answerJson(response, 200, tokens);
    },
  };

  const idToken = async ({ nonce }: Grant) => {
    const times = { iat: now(clock), exp: now(clock) + 300 };
    const own = { iss: issuer, sub: 'alice', aud: client.id, nonce, at_hash: halfHash(accessToken), ...times };
    const claims = { ...own, email: 'alice@example.com', email_verified: true, ...forgery.claims };
    return forgery.idToken === undefined ? signer.sign(claims, forgery.header) : forgery.idToken(claims, signer);
  };

  return {
    issuer,
    settings: {
      kind: 'openid',
      issuer,
      clientId: client.id,
      credential: { secret: client.secret },
      scopes: ['openid', 'email'],
    },
    get signer() {
      return signer;
    },
    paths,
    forge: (next) => {
      forgery = next;
    },
    rotate: async (kid) => {
      signer = await newSigner(kid);
    },
    authorize: (requested) => {
      const parameters = new URL(requested).searchParams;
      const code = randomUUID();
      const [nonce, challenge] = [parameters.get('nonce') ?? undefined, parameters.get('code_challenge') ?? undefined];
      grants.set(code, { nonce, challenge });
      return new URLSearchParams({ code, state: parameters.get('state') ?? '', iss: issuer });
    },
    logoutToken: (claims = {}, header = { typ: 'logout+jwt' }) => {
      const times = { iat: now(clock), exp: now(clock) + 120 };
      const own = { iss: issuer, aud: client.id, jti: randomUUID(), sub: 'alice', events: { [logoutEvent]: {} } };
      return signer.sign({ ...own, ...times, ...claims }, header);
    },
    [Symbol.asyncDispose]: running[Symbol.asyncDispose],
  };
};
