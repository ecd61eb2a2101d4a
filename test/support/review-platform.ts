// Simulates the comments on one pull request on GitHub and GitLab. The responses are as in the documentation of these
// platforms: pagination with Link headers, error messages, size limits and rate limits.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Environment } from './command.ts';
import { listening } from './listening.ts';

export type PlatformName = 'github' | 'gitlab';

export interface StoredComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** Method and path of a request without its query. */
type Line = `${string} ${string}`;

/** Responds in place of the platform. Returns false to let the platform respond. */
export type Behaviour = (line: Line, response: ServerResponse) => boolean | Promise<boolean>;

export interface ReviewPlatform extends AsyncDisposable {
  /** Environment variables of a CI pipeline for pull request 7. */
  readonly environment: Environment;
  readonly comments: StoredComment[];
  /** Makes a commit the newest one of the pull request. At first, this is the commit of the pipeline. */
  readonly push: (commit: string) => void;
  /** Method and path of each request so far. */
  readonly lines: readonly Line[];
  /** Replaces the platform's behavior for later requests. */
  readonly behave: (behaviour: Behaviour) => void;
}

export const robot = 'robot';
/** Commit of the pipeline. */
export const commit = '0123456789abcdef0123456789abcdef01234567';
export const robotToken = 'review-platform-token-8sK2';

const accounts: Readonly<Record<string, { readonly id: number; readonly type: string }>> = {
  [robot]: { id: 41, type: 'Bot' },
  person: { id: 1, type: 'User' },
};

interface Shape {
  readonly base: string;
  readonly pull: string;
  readonly list: string;
  readonly one: RegExp;
  readonly token: (headers: IncomingMessage['headers']) => unknown;
  readonly update: string;
  readonly defaultSize: number;
  readonly pulled: (commit: string) => object;
  readonly shown: (comment: StoredComment) => object;
  readonly tooLong: (body: string) => object | undefined;
  readonly missing: object;
  /** Response to the request for the token's own account. GitHub apps have no account. */
  readonly user: readonly [status: number, body: object];
}

const ofGitHub: Shape = {
  base: '/api/v3',
  pull: '/repos/octo/infra/pulls/7',
  list: '/repos/octo/infra/issues/7/comments',
  one: /^\/repos\/octo\/infra\/issues\/comments\/(\d+)$/,
  token: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  update: 'PATCH',
  defaultSize: 30,
  pulled: (sha) => ({ number: 7, head: { sha } }),
  shown: ({ id, author, body }) => ({ id, body, user: { login: author, ...accounts[author] } }),
  tooLong: ({ length }) =>
    length > 65_536
      ? { message: 'Validation Failed', errors: [{ message: 'body is too long (maximum is 65536 characters)' }] }
      : undefined,
  missing: { message: 'Not Found' },
  user: [403, { message: 'Resource not accessible by integration' }],
};

const ofGitLab: Shape = {
  base: '/api/v4',
  pull: '/projects/12/merge_requests/7',
  list: '/projects/12/merge_requests/7/notes',
  one: /^\/projects\/12\/merge_requests\/7\/notes\/(\d+)$/,
  token: (headers) => headers['private-token'],
  update: 'PUT',
  defaultSize: 20,
  pulled: (sha) => ({ iid: 7, sha }),
  shown: ({ id, author, body }) => ({
    id,
    body,
    system: false,
    author: { username: author, id: accounts[author]?.id },
  }),
  tooLong: ({ length }) => (length > 1_000_000 ? { message: { note: ['is too long'] } } : undefined),
  missing: { message: '404 Not found' },
  user: [200, { id: accounts[robot]?.id, username: robot }],
};

const shapes: Readonly<Record<PlatformName, Shape>> = { github: ofGitHub, gitlab: ofGitLab };

const answer = (response: ServerResponse, status: number, body?: object, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
};

/** Refuses requests that write with 403, as a platform does for a token from a fork's pull request. */
export const refuseWriting: Behaviour = (line, response) => {
  if (line.startsWith('GET ')) return false;
  answer(response, 403, { message: 'Resource not accessible by integration' });
  return true;
};

/** Responds to the first `count` requests with a status and headers, and to later requests normally. */
export const answeringFirst = (count: number, status: number, headers: object, prefix = ''): Behaviour => {
  let left = count;
  return (line, response) => {
    if (left === 0 || !line.startsWith(prefix)) return false;
    left -= 1;
    answer(response, status, { message: 'You have exceeded a secondary rate limit.' }, headers);
    return true;
  };
};

interface PullRequest {
  readonly comments: StoredComment[];
  /** Returns the newest commit. */
  readonly head: () => string;
}

function usual(shape: Shape, { comments, head }: PullRequest, url: string) {
  let lastId = 1_000;
  const page = (address: URL, response: ServerResponse): void => {
    const size = Math.min(Number(address.searchParams.get('per_page') ?? shape.defaultSize), 100);
    const number = Number(address.searchParams.get('page') ?? 1);
    const hasMore = comments.length > number * size;
    address.searchParams.set('page', `${number + 1}`);
    const link = `<${url}${address.pathname}?page=1>; rel="first"${hasMore ? `, <${url}${address.pathname}${address.search}>; rel="next"` : ''}`;
    answer(response, 200, comments.slice((number - 1) * size, number * size).map(shape.shown), { link });
  };
  const write = (body: string, response: ServerResponse, place: (comment: StoredComment) => StoredComment): void => {
    const problem = shape.tooLong(body);
    lastId += 1;
    if (problem === undefined) answer(response, 200, shape.shown(place({ id: lastId, author: robot, body })));
    else answer(response, 422, problem);
  };
  const created = (comment: StoredComment): StoredComment => {
    comments.push(comment);
    return comment;
  };
  const change = ([method, path]: readonly string[], sent: string, response: ServerResponse): void => {
    const id = Number(shape.one.exec(path ?? '')?.[1]);
    const index = comments.findIndex((comment) => comment.id === id);
    const existing = comments[index];
    if (existing !== undefined && method === shape.update) {
      write(JSON.parse(sent).body, response, ({ body }) => {
        comments[index] = { ...existing, body };
        return { ...existing, body };
      });
    } else if (existing !== undefined && method === 'DELETE') {
      comments.splice(index, 1);
      answer(response, 204);
    } else {
      answer(response, 404, shape.missing);
    }
  };
  return (line: Line, address: URL, sent: string, response: ServerResponse): void => {
    if (line === 'GET /user') answer(response, ...shape.user);
    else if (line === `GET ${shape.pull}`) answer(response, 200, shape.pulled(head()));
    else if (line === `GET ${shape.list}`) page(address, response);
    else if (line === `POST ${shape.list}`) write(JSON.parse(sent).body, response, created);
    else change(line.split(' '), sent, response);
  };
}

export const openReviewPlatform = async (name: PlatformName): Promise<ReviewPlatform> => {
  const shape = shapes[name];
  const comments: StoredComment[] = [];
  const lines: Line[] = [];
  let behave: Behaviour = () => false;
  let head = commit;
  const server = createServer((request, response) => void take(request, response));
  const running = await listening(server);
  const { url } = running;
  const act = usual(shape, { comments, head: () => head }, url);
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? '', url);
    const line: Line = `${request.method} ${address.pathname.replace(shape.base, '')}`;
    const sent = await text(request);
    lines.push(line);
    if (await behave(line, response)) return;
    if (shape.token(request.headers) === robotToken) act(line, address, sent, response);
    else answer(response, 401, { message: 'Bad credentials' });
  };
  return {
    environment: environments[name](`${url}${shape.base}`),
    comments,
    push: (newest) => {
      head = newest;
    },
    lines,
    behave: (behaviour) => {
      behave = behaviour;
    },
    [Symbol.asyncDispose]: running[Symbol.asyncDispose],
  };
};

const environments: Readonly<Record<PlatformName, (api: string) => Environment>> = {
  github: (api) => ({
    GITHUB_API_URL: api,
    GITHUB_REPOSITORY: 'octo/infra',
    GITHUB_SERVER_URL: 'https://github.example.com',
    GITHUB_RUN_ID: '99',
    GITHUB_SHA: commit,
    GITHUB_TOKEN: robotToken,
  }),
  gitlab: (api) => ({
    CI_API_V4_URL: api,
    CI_PROJECT_ID: '13',
    CI_PROJECT_PATH: 'fork/infra',
    CI_MERGE_REQUEST_PROJECT_PATH: 'octo/infra',
    CI_MERGE_REQUEST_PROJECT_ID: '12',
    CI_MERGE_REQUEST_IID: '7',
    CI_JOB_URL: 'https://gitlab.example.com/octo/infra/-/jobs/5',
    CI_COMMIT_SHA: commit,
    GITLAB_TOKEN: robotToken,
  }),
};
