import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { ConnectionLost, isRefusal, translated } from './errors.ts';

const answer = (message: string, fields: Readonly<Record<string, string>>): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), fields);

/** Whether a violation of a Citus shard's constraint is reported with this table constraint's name. */
const isViolationOf = (constraint: string, name: string): boolean => {
  const violation = translated(answer('duplicate key', { code: '23505', constraint }));
  return violation instanceof ConstraintViolation && violation.isOf(name);
};

test('The constraint name of a shard is converted to that of its table, even if it was shortened for the shard number', () => {
  const name = 'modules_organization_id_name_provider_public_namespace_key';

  assert.ok(isViolationOf('users_email_key_key', 'users_email_key_key'));
  assert.ok(isViolationOf('users_email_key_key_102033', 'users_email_key_key'));
  assert.ok(isViolationOf('modules_organization_id_name_provider_public_na_d418f996_102012', name));
  assert.ok(!isViolationOf('users_email_key_102033', 'users_email_key_key'));
  assert.ok(!isViolationOf('users_email_key_key', 'users_email'));
});

test('A constraint that another node only names in its message is recognized', () => {
  const message = 'duplicate key value violates unique constraint "users_email_key_key_102033"';

  const violation = translated(answer(message, { code: '23505' }));

  assert.ok(violation instanceof ConstraintViolation && violation.isOf('users_email_key_key'));
});

test('A lost cluster node counts as a lost connection, and other internal errors do not', () => {
  const errors = [
    answer('failure on connection', { code: 'XX000', routine: 'MarkRemoteTransactionFailed' }),
    answer('SSL SYSCALL error: EOF detected', { code: 'XX000', routine: 'ReportResultError' }),
    answer('connection to the remote node 10.0.0.2:5432 failed', { code: '08006' }),
  ];

  for (const error of errors) {
    const failure = translated(error);
    assert.ok(failure instanceof ConnectionLost && isRefusal(failure), error.message);
  }
  const fault = answer('cache lookup failed', { code: 'XX000' });
  assert.equal(translated(fault), fault);
});
