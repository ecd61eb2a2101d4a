import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiFailure } from '../../client/failure.ts';

test('Several problems in one line are shown as separate sentences', () => {
  const details = ['Name has already been taken', 'There is none.', 'Which one?'];

  const { message } = new ApiFailure(
    422,
    details.map((detail) => ({ detail })),
  );

  assert.equal(message, 'Name has already been taken. There is none. Which one?');
  assert.equal(new ApiFailure(502, []).message, 'Status 502');
});
