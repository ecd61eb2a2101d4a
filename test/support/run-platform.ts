// Simulates a run platform. It signs its calls of run tasks, serves plans to clients that send the call's token, and
// accepts results.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { listening } from './listening.ts';
import type { KeyPair } from './saml/certificate.ts';

/** Request that the platform received. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Result of a run task, as the platform parses it. */
export interface ReportedResult {
  readonly status: string;
  readonly message: string;
  readonly url?: string;
  readonly outcomes: readonly {
    readonly type: string;
    readonly attributes: {
      readonly 'outcome-id': string;
      readonly description: string;
      readonly body: string;
      readonly tags: Readonly<Record<string, readonly { readonly label: string; readonly level: string }[]>>;
    };
  }[];
}

/** Responds to a request. Returns false to let the platform respond normally. */
export type Behaviour = (seen: Seen, response: ServerResponse) => boolean;

export interface RunPlatform extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Returns the results reported so far, in order. */
  readonly results: () => readonly ReportedResult[];
  /** Replaces the platform's behavior for later requests. */
  readonly behave: (behaviour: Behaviour) => void;
}

export const platformToken = 'run-platform-token-4dJ2';

const planPath = '/api/v2/plans/plan-1/json-output';
const callbackPath = '/api/v2/task-results/taskrs-1/callback';

const resultIn = ({ body }: Seen): ReportedResult => {
  const { data } = JSON.parse(body);
  return { ...data.attributes, outcomes: data.relationships?.outcomes.data ?? [] };
};

/**
 * Opens a simulated run platform with one plan. Like real platforms, it redirects to the plan's location, which is a
 * secret URL. With a key pair, the platform uses TLS.
 */
export const openRunPlatform = async (plan: () => string, keyPair?: KeyPair): Promise<RunPlatform> => {
  const seen: Seen[] = [];
  let behave: Behaviour = () => false;
  const usual = ({ method, path, headers }: Seen, response: ServerResponse): void => {
    const isKnown = headers.authorization === `Bearer ${platformToken}`;
    if (method === 'GET' && path === '/archive/plan-1') response.writeHead(200).end(plan());
    else if (!isKnown) response.writeHead(401).end();
    else if (method === 'GET' && path === planPath) response.writeHead(307, { location: '/archive/plan-1' }).end();
    else if (method === 'PATCH' && path === callbackPath) response.writeHead(200).end('{}');
    else response.writeHead(404).end();
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: await text(request) };
    seen.push(one);
    if (!behave(one, response)) usual(one, response);
  };
  const respond = (request: IncomingMessage, response: ServerResponse) => void take(request, response);
  const server =
    keyPair === undefined
      ? createServer(respond)
      : createTlsServer({ key: keyPair.privateKey, cert: keyPair.certificate }, respond);
  const { url, ...opened } = await listening(server);
  return {
    ...opened,
    url: keyPair === undefined ? url : url.replace('http:', 'https:'),
    seen,
    results: () => seen.filter(({ method }) => method === 'PATCH').map(resultIn),
    behave: (behaviour) => {
      behave = behaviour;
    },
  };
};

/** Returns the request body that the platform sends when a run reaches the task. */
export const callOf = ({ url }: Pick<RunPlatform, 'url'>, attributes: object = {}): object => ({
  payload_version: 1,
  stage: 'post_plan',
  access_token: platformToken,
  capabilities: { outcomes: true },
  configuration_version_download_url: null,
  configuration_version_id: 'cv-1',
  is_speculative: false,
  organization_name: 'their-organization',
  plan_json_api_url: `${url}${planPath}`,
  run_app_url: `${url}/app/runs/run-1`,
  run_created_at: '2026-01-02T03:04:05Z',
  run_created_by: 'their-user',
  run_id: 'run-1',
  run_message: 'Triggered via UI',
  task_result_callback_url: `${url}${callbackPath}`,
  task_result_enforcement_level: 'mandatory',
  task_result_id: 'taskrs-1',
  vcs_branch: 'main',
  workspace_id: 'ws-theirs',
  workspace_name: 'storage',
  workspace_working_directory: '',
  ...attributes,
});

/** Returns the request body that the platform sends to verify a newly configured run task. */
export const verification = (): object => ({
  ...callOf({ url: 'https://app.example.com' }),
  access_token: 'test-token',
  stage: 'test',
});

/** Sends a signed call to a run task's URL. Returns the HTTP status. */
export const sendCall = async (
  address: string,
  key: string | undefined,
  payload: object,
  more: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const body = JSON.stringify(payload);
  const signature =
    key === undefined ? {} : { 'x-tfc-task-signature': createHmac('sha512', key).update(body).digest('hex') };
  const headers = { 'content-type': 'application/json', 'user-agent': 'TFC/1.0', ...signature, ...more };
  const response = await fetch(address, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
};
