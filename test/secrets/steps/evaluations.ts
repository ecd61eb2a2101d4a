// A plan, which contains secrets in clear: evaluated, and canceled while it waits.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { documentOf } from '../../support/documents.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

const planWith = (password: string): string =>
  JSON.stringify({
    format_version: '1.2',
    variables: { password: { value: password } },
    resource_changes: [],
  });

/** Evaluates a plan, and waits for the outcome. */
export const useEvaluations = async ({ request, keep }: Journal, token: string): Promise<void> => {
  const name = 'evaluations';
  const json = documentOf('organizations', { name, email: 'evaluations@example.com' });
  await request('POST', `${api}/organizations`, { token, json, status: 201 });
  const created = await request('POST', `${api}/organizations/${name}/evaluations`, { token, json: {}, status: 201 });
  const { upload, self } = created.body.data.links;
  await request('PUT', upload, {
    token,
    raw: planWith(keep('plan: a variable', 'Xq7-plan-password-93kd')),
    status: 202,
  });
  const statusNow = async () => (await request('GET', self, { token, status: 200 })).body.data.attributes.status;
  let status = await statusNow();
  while (status === 'pending' || status === 'running') {
    await wait(50);
    status = await statusNow();
  }
  assert.equal(status, 'passed');
};
