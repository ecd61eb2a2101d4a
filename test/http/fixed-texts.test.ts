// Texts that existing clients compare with fixed values. They must not change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type ErrorStatus } from '../../src/jsonapi/errors.ts';
import { heading } from '../../src/protocols/module-lists/warning-text.ts';
import { documentOf } from '../support/documents.ts';
import { onEachEngine } from '../support/world.ts';

const titles: readonly (readonly [ErrorStatus, string])[] = [
  [400, 'bad request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not found'],
  [412, 'precondition failed'],
  [413, 'payload too large'],
  [415, 'unsupported media type'],
  [422, 'unprocessable entity'],
  [429, 'too many requests'],
  [500, 'internal server error'],
  [503, 'service unavailable'],
  [504, 'gateway timeout'],
];

test('Each status has the title that existing clients expect', () => {
  for (const [status, title] of titles) assert.equal(new ApiError(status).message, `${status} ${title}`);
});

test('The warning about deprecated modules begins with the line that existing clients expect', () => {
  assert.equal(heading, 'Warning: Deprecated modules found, consider installing an updated version.');
});

onEachEngine('Refusals of policies have the texts that existing clients expect', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}/policies`;
  const create = (attributes: object) => client.post(path, documentOf('policies', attributes));
  await create({ name: 'taken', 'enforcement-level': 'advisory' });
  const answers = [
    await create({ name: 'taken', 'enforcement-level': 'advisory' }),
    await create({ name: '', 'enforcement-level': 'advisory' }),
    await create({ name: 'a b', 'enforcement-level': 'advisory' }),
    await create({ name: 'new', kind: 'cel', 'enforcement-level': 'advisory' }),
    await create({ name: 'new' }),
    await client.get(`${path}?include=nothing`),
  ];

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.errors[0].title, body.errors[0].detail]),
    [
      [422, 'invalid attribute', 'Name has already been taken'],
      [422, 'invalid attribute', "Name can't be blank"],
      [422, 'invalid attribute', 'Name can only include letters, numbers, -, and _.'],
      [422, 'invalid attribute', 'Kind is not included in the list (native, opa)'],
      [422, 'invalid attribute', "Enforcement level can't be blank"],
      [400, 'bad request', 'Invalid include parameter'],
    ],
  );
});

onEachEngine('Refusals of user administration have the texts that existing clients expect', async (world) => {
  const administrator = await world.person({ isAdmin: true });
  const { user } = await world.person();
  const act = async (action: string) => {
    const { body } = await administrator.client.post(`/admin/users/${user.id}/actions/${action}`);
    return body.errors?.[0].detail;
  };
  const details = [];
  for (const action of ['unsuspend', 'suspend', 'suspend', 'unsuspend', 'grant_admin', 'grant_admin'])
    details.push(await act(action));

  assert.deepEqual(details, [
    'User is not suspended.',
    undefined,
    'User is already suspended.',
    undefined,
    undefined,
    'User is already an administrator.',
  ]);
});
