// Simulates the parts of GitHub that sign-in uses: OAuth 2, and paginated lists of e-mail addresses, organizations and
// teams.
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OpenIdProvider } from '../../../src/protocols/openid/provider.ts';
import { listening } from '../listening.ts';
import { answerJson } from './forging-provider.ts';

/** Account data that the simulated GitHub returns, and its response headers. */
export interface GitHubAccount {
  readonly user: object;
  readonly emails: readonly object[];
  readonly orgs: readonly object[];
  readonly teams: readonly object[];
  readonly token: object;
  readonly pageSize: number;
  /** Additional headers in responses with lists. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the next page that the response contains instead of the correct address. */
  readonly next: string | undefined;
}

export interface GitHub extends AsyncDisposable {
  readonly settings: OpenIdProvider;
  readonly change: (account: Partial<GitHubAccount>) => void;
  /** Token requests received so far. */
  readonly forms: readonly Readonly<Record<string, string>>[];
}

const scopes = ['read:user', 'user:email', 'read:org'];

const usual: GitHubAccount = {
  user: { id: 583_231, login: 'alice', name: 'Alice' },
  emails: [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'alice@example.com', primary: true, verified: true },
  ],
  orgs: [{ login: 'acme' }, { login: 'octo' }],
  teams: [{ slug: 'operators', organization: { login: 'acme' } }],
  token: { access_token: 'gho_token', token_type: 'bearer', scope: scopes.join(',') },
  pageSize: 100,
  headers: {},
  next: undefined,
};

export const openGitHub = async (): Promise<GitHub> => {
  let account = usual;
  const forms: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    if (pathname === '/login/oauth/access_token') {
      forms.push(Object.fromEntries(new URLSearchParams(await text(request))));
      return answerJson(response, 200, account.token);
    }
    if (request.headers.authorization !== 'Bearer gho_token')
      return answerJson(response, 401, { message: 'Bad credentials' });
    if (pathname === '/api/v3/user') return answerJson(response, 200, account.user);
    const lists = { emails: account.emails, orgs: account.orgs, teams: account.teams };
    const list = Object.entries(lists).find(([name]) => pathname === `/api/v3/user/${name}`)?.[1] ?? [];
    answerPage(response, list, { path: pathname, page: Number(searchParams.get('page') ?? 1) });
  });
  const running = await listening(server);
  const { url: issuer } = running;

  const answerPage = (
    response: ServerResponse,
    list: readonly object[],
    { path, page }: { readonly path: string; readonly page: number },
  ) => {
    const { pageSize, headers, next = `${issuer}${path}?per_page=100&page=${page + 1}` } = account;
    const link =
      list.length > page * pageSize ? { link: `<${issuer}${path}>; rel="first", <${next}>; rel="next"` } : {};
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers, ...link });
    response.end(JSON.stringify(list.slice((page - 1) * pageSize, page * pageSize)));
  };

  return {
    settings: { kind: 'github', issuer, clientId: 'tipstaff', credential: { secret: 'the secret' }, scopes },
    change: (changes) => {
      account = { ...usual, ...changes };
    },
    forms,
    [Symbol.asyncDispose]: running[Symbol.asyncDispose],
  };
};
