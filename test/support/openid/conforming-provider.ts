// Certified OpenID Connect implementation on this machine, and Alice's browser. The provider signs Alice in without
// interaction.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose';
import Provider, { type ClientMetadata } from 'oidc-provider';
import type { OpenIdProvider } from '../../../src/protocols/openid/provider.ts';
import { listening } from '../listening.ts';
import { redirectUri } from './sign-in.ts';

export interface ConformingProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Settings of two clients: one authenticates with a secret, the other with a private key. */
  readonly settings: Readonly<Record<'secret' | 'privateKey', OpenIdProvider>>;
  /** Client settings for a loopback redirect address with any port (RFC 8252). */
  readonly loopback: OpenIdProvider;
  /** Sets the provider's claims about Alice. */
  readonly describe: (claims: object) => void;
  /** Opens an address and follows redirects within the provider. Returns the first address outside the provider. */
  readonly browse: (address: string) => Promise<URL>;
  /** Submits the provider's sign-out page. Returns the address to which the provider redirects. */
  readonly signOut: (address: string) => Promise<URL>;
  /** Logout tokens that the provider has sent to the tested service. */
  readonly logoutTokens: readonly string[];
}

export const returnUri = 'https://tipstaff.example.com/';
const loopbackUri = 'http://127.0.0.1/users/oidc/callback/corp';
const secret = 'the secret of the client';

/** Returns the registered clients: one with a secret, one with a key, and one for the command line. */
const clientsOf = ({ redirectUri, returnUri, logoutUri }: Registered, key: JWK): ClientMetadata[] => {
  const both = {
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [returnUri],
    id_token_signed_response_alg: 'ES256',
    backchannel_logout_uri: logoutUri,
    backchannel_logout_session_required: true,
  } as const;
  const keyed = { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256' } as const;
  return [
    { ...both, client_id: 'secret', client_secret: secret, token_endpoint_auth_method: 'client_secret_post' },
    { ...both, client_id: 'privateKey', ...keyed, jwks: { keys: [key] } },
    {
      ...both,
      client_id: 'loopback',
      client_secret: secret,
      token_endpoint_auth_method: 'client_secret_post',
      application_type: 'native',
      redirect_uris: [loopbackUri],
      post_logout_redirect_uris: [],
    },
  ];
};

/** Generates keys for the provider and a client. */
const newKeys = async () => {
  const [own, client] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
  const signing = { ...(await exportJWK(own.privateKey)), use: 'sig', alg: 'ES256', kid: 'own' };
  const registered = { ...(await exportJWK(client.publicKey)), use: 'sig', alg: 'ES256', kid: 'client' };
  return { signing, registered, clientPem: await exportPKCS8(client.privateKey) };
};

/** Addresses of the tested service that are registered with the provider. */
export interface Registered {
  readonly redirectUri: string;
  readonly returnUri: string;
  readonly logoutUri: string;
}

/** Opens a provider for the service at the given addresses; by default for a fictitious service. */
export const openConformingProvider = async (service?: () => Registered): Promise<ConformingProvider> => {
  const { signing, registered, clientPem } = await newKeys();
  const logoutTokens: string[] = [];
  let claims: object = alice;
  const server = createServer((request, response) => void serve(request, response));
  const running = await listening(server);
  const { url: issuer } = running;

  const madeUp = { redirectUri, returnUri, logoutUri: `${issuer}/tipstaff/logout` };
  const newProvider = () =>
    new Provider(issuer, {
      clients: clientsOf(service?.() ?? madeUp, registered),
      jwks: { keys: [signing] },
      claims: {
        openid: ['sub'],
        profile: ['preferred_username'],
        email: ['email', 'email_verified'],
        groups: ['groups'],
      },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...claims }) }),
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          logoutSource: (context, form) => {
            context.body = `${form}<button name="logout" value="yes" form="op.logoutForm">Sign out</button>`;
          },
        },
      },
      enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
      // This function replaces the provider's own fetch, which blocks addresses on this machine and has a timeout.
      fetch: (url, { method = 'GET', headers = {}, body = null } = {}) => fetch(url, { method, headers, body }),
      cookies: { keys: ['a key of cookies'] },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      responseTypes: ['code'],
      ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 60, Session: 300 },
    });

  const served: { provider?: Provider } = {};
  const openedProvider = (): Provider => {
    served.provider ??= newProvider();
    return served.provider;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/tipstaff/logout') {
      logoutTokens.push(new URLSearchParams(await text(request)).get('logout_token') ?? '');
      response.end();
    } else if (request.url?.startsWith('/interaction/')) await agree(request, response);
    else await openedProvider().callback()(request, response);
  };

  /** Signs Alice in and grants the client's request. */
  const agree = async (request: IncomingMessage, response: ServerResponse) => {
    const provider = openedProvider();
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'alice' } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };

  const { open, browse } = newBrowser(issuer);
  const settings = (clientId: string, credential: OpenIdProvider['credential']): OpenIdProvider => ({
    kind: 'openid',
    issuer,
    clientId,
    credential,
    scopes: ['openid', 'profile', 'email', 'groups'],
  });
  return {
    issuer,
    settings: {
      secret: settings('secret', { secret }),
      privateKey: settings('privateKey', { privateKey: clientPem }),
    },
    loopback: settings('loopback', { secret }),
    describe: (changes) => {
      claims = { ...alice, ...changes };
    },
    browse,
    signOut: async (page) => {
      const form = await (await open(page)).text();
      const [, action = ''] = /action="([^"]+)"/.exec(form) ?? [];
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(form) ?? [];
      const answer = await open(action, new URLSearchParams({ xsrf, logout: 'yes' }));
      return new URL(answer.headers.get('location') ?? '');
    },
    logoutTokens,
    [Symbol.asyncDispose]: running[Symbol.asyncDispose],
  };
};

const alice = { email: 'Alice@example.com', email_verified: true, groups: ['developers', 'operators'] };

/** Returns a browser that keeps cookies. */
const newBrowser = (issuer: string) => {
  const cookies = new Map<string, string>();
  const open = async (address: string, form?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form === undefined ? {} : { method: 'POST', body: form };
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie }, ...sent });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const browse = async (address: string): Promise<URL> => {
    const answer = await open(address);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(await answer.text());
    const next = new URL(location, address);
    return next.origin === issuer ? browse(next.href) : next;
  };
  return { open, browse };
};
