// Run platform: its signing key, its access token, and the secret URL from which the plan is downloaded.
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { randomText } from '../../../src/lib/text/random-text.ts';
import { documentOf } from '../../support/documents.ts';
import { callOf, openRunPlatform, type RunPlatform } from '../../support/run-platform.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

const plan = '{"format_version":"1.2","resource_changes":[]}';

/** Opens a simulated run platform whose error responses repeat the request's secrets. */
export const openTalkativePlatform = (): Promise<RunPlatform> => openRunPlatform(() => plan);

/** Sends two calls of a run task. The service evaluates the first call and cannot download the plan of the second. */
export const useRunTasks = async (journal: Journal, token: string, platform: RunPlatform): Promise<void> => {
  const { request, keep, note } = journal;
  const name = 'run-tasks';
  const json = documentOf('organizations', { name, email: 'run-tasks@example.com' });
  await request('POST', `${api}/organizations`, { token, json, status: 201 });
  const key = keep('run task: key', randomText(40));
  const task = documentOf('policy-run-tasks', { name, 'hmac-key': key, 'allowed-hosts': [platform.url] });
  const created = await request('POST', `${api}/organizations/${name}/policy-run-tasks`, {
    token,
    json: task,
    status: 201,
  });
  const calls = `${created.body.data.links.self}/calls`;
  const accessToken = keep('run task: access token', randomText(40));
  const secretPath = `/archive/${keep('run task: address of a plan', randomText(40))}`;
  note(secretPath);
  platform.behave(({ method, path, headers }, response) => {
    if (path === secretPath) response.writeHead(200).end(plan);
    else if (path.startsWith('/refused')) response.writeHead(403).end(`${headers.authorization} may not`);
    else if (method === 'GET') response.writeHead(307, { location: secretPath }).end();
    else response.writeHead(200).end();
    return true;
  });
  const send = (attributes: object, status: number, signedWith = key) => {
    const raw = JSON.stringify(callOf(platform, { access_token: accessToken, ...attributes }));
    const signature = createHmac('sha512', signedWith).update(raw).digest('hex');
    return request('POST', calls, { raw, status, headers: { 'x-tfc-task-signature': signature } });
  };
  await send({}, 401, 'another key');
  await send({ task_result_callback_url: 'https://elsewhere.example.com' }, 422);
  await send({}, 200);
  await send({ task_result_id: 'taskrs-2', plan_json_api_url: `${platform.url}/refused` }, 200);
  const isAnswered = async () =>
    (await request('GET', calls, { token, status: 200 })).body.data.every(
      ({ attributes }: { attributes: Record<string, unknown> }) => attributes.status === 'answered',
    );
  while (!(await isAnswered())) await wait(100);
};
