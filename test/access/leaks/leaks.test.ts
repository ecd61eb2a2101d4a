// Checks that nothing that a caller cannot see changes a response: callers with access to a place get the same responses
// as in a twin of the instance in which nothing else exists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/db/engine.ts';
import type { Answer } from '../../support/answer.ts';
import { clientOf } from '../../support/client.ts';
import { documentOf } from '../../support/documents.ts';
import type { World } from '../../support/world.ts';
import { independent, type Reading, readingsOf } from './requests.ts';
import { openTwins, type PlaceCaller, type Twins } from './scene.ts';

/** Headers that differ between two equal requests. */
const ofRequest = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Expiry time and signature in links to uploads and downloads. */
const linkEnd = /\.\d{13}\.[0-9a-f.]+\.[\w-]{43}/g;

/** Returns everything in a response that may not depend on hidden records. */
const shownIn = ({ status, headers, bytes }: Answer): string => {
  const constant = [...headers].filter(([name]) => !ofRequest.includes(name));
  return JSON.stringify({ status, headers: constant, body: bytes.toString() }).replaceAll(linkEnd, '.…');
};

const maxPages = 40;

/** Reads a list to its end, or a single record. Returns what all responses show. */
async function readToEnd({ url }: World, { token }: PlaceCaller, path: string): Promise<string> {
  const pages: string[] = [];
  for (let next = path; next !== '' && pages.length < maxPages; ) {
    const answer = await clientOf(url, token).get(`/${next}`);
    pages.push(shownIn(answer));
    const link: unknown = answer.body?.links?.next;
    next = typeof link === 'string' ? link.slice(link.indexOf('/api/')) : '';
  }
  return pages.join('\n');
}

/** A request to which both test environments responded. */
interface Compared extends Reading {
  readonly shown: string;
  readonly inTwin: string;
}

const lanes = 6;

/** Sends requests to both test environments. */
async function compare({ full, twin }: Twins, caller: PlaceCaller, readings: readonly Reading[]) {
  const compared: Compared[] = [];
  const queue = readings.values();
  const lane = async () => {
    for (const reading of queue) {
      const [shown, inTwin] = await Promise.all([full, twin].map((world) => readToEnd(world, caller, reading.path)));
      compared.push({ ...reading, shown: shown ?? '', inTwin: inTwin ?? '' });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return compared;
}

const nameOf = ({ route, parameter }: Reading): string => `${route} ${parameter}`;
const isIndependent = (name: string): boolean => independent.some((form) => form.test(name));

/** Returns the routes and parameters for which no response to an owner depends on the hidden records. */
async function untested(twins: Twins): Promise<readonly string[]> {
  const compared: Compared[] = [];
  for (const scene of twins.scenes) compared.push(...(await compare(twins, scene.owner, readingsOf(scene))));
  const dependent = new Set(compared.filter(({ shown, inTwin }) => shown !== inTwin).map(nameOf));
  return [...new Set(compared.map(nameOf))].filter((name) => !dependent.has(name) && !isIndependent(name));
}

/** Returns the responses to a scene's callers that depend on hidden records, or that contain a secret. */
async function leaksTo(
  twins: Twins,
  scene: Twins['scenes'][number],
  { callers, readings }: { readonly callers: readonly PlaceCaller[]; readonly readings: readonly Reading[] },
): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (const caller of callers) {
    for (const { path, shown, inTwin } of await compare(twins, caller, readings)) {
      const isLeak =
        shown !== inTwin || scene.secrets.some((secret) => shown.includes(secret) && !path.includes(secret));
      if (isLeak) leaks.push(`${path} by ${caller.name} (${scene.kind}):\n  ${shown}\n  in the twin: ${inTwin}`);
    }
  }
  return leaks;
}

/** Levels whose callers send each request with each parameter. The callers with other levels send it without. */
const thorough = /^member (with (read|admin)|named|without)/;

const play = async (engine: Engine, everyCaller: boolean): Promise<void> => {
  await using twins = await openTwins(engine);
  const leaks: string[] = [];
  for (const scene of twins.scenes) {
    const readings = readingsOf(scene);
    const { often = [], once = [] } = Object.groupBy(scene.callers, ({ name }) =>
      thorough.test(name) ? 'often' : 'once',
    );
    leaks.push(...(await leaksTo(twins, scene, { callers: everyCaller ? often : often.slice(0, 1), readings })));
    if (!everyCaller) continue;
    const plain = readings.filter(({ parameter }) => parameter === '');
    leaks.push(...(await leaksTo(twins, scene, { callers: once, readings: plain })));
  }
  assert.deepEqual(leaks, []);
  if (everyCaller) assert.deepEqual(await untested(twins), []);
};

// The only intended difference: a member who creates an evaluation may name any workspace, and so learns whether the name
// exists. The creator learns nothing else about the workspace.
test('A member can create an evaluation for a workspace that the member cannot see, and sees nothing else of it', async () => {
  await using twins = await openTwins('sqlite');
  const scene = twins.scenes.find(({ kind }) => kind === 'nothing');
  const [caller] = scene?.callers ?? [];
  const document = documentOf('policy-evaluations', { 'workspace-name': 'hidden-workspace' });
  const create = ({ url }: World) =>
    clientOf(url, caller?.token).post(`/organizations/${scene?.home.name}/evaluations`, document);

  const [created, inTwin] = await Promise.all([create(twins.full), create(twins.twin)]);
  const { id } = created.body.data;
  const paths = [`/policy-evaluations/${id}`, `/policy-evaluations/${id}?include=workspace,policy-set`];
  const client = clientOf(twins.full.url, caller?.token);
  const shown = await Promise.all(paths.map((path) => client.get(path)));

  assert.deepEqual([created.status, inTwin.status], [201, 422]);
  assert.deepEqual(
    shown.map(({ status }) => status),
    [200, 200],
  );
  for (const { bytes } of [created, ...shown]) assert.doesNotMatch(bytes.toString(), /hidden-(?!workspace)/);
});

test('No response to callers with access to a place depends on anything else (sqlite)', () => play('sqlite', true));
test('No response to callers with access to a place depends on anything else (postgres)', () =>
  play('postgres', false));
