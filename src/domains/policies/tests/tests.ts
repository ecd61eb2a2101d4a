// Stores, downloads, deletes and runs the Rego tests of a policy. The tests also run whenever the policy's code is
// uploaded.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { bytesOf, piecesOf, type Spooled, spool } from '../../../effects/spool.ts';
import type { Download } from '../../../http/reply.ts';
import { bodyTooLarge, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type ByteSource, boundedChunks } from '../../../kernel/byte-source.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedRead, auditedTransaction } from '../../audit/index.ts';
import { testFile } from '../code-checks/check-source.ts';
import { type CodeCheck, checkCode, failedCheck } from '../code-checks/code-checks.ts';
import { codeIn } from '../code-checks/code-text.ts';
import { awaitsCheck, checkColumns, hasSameQueryAndInput, type StoredCheck } from '../code-checks/stored-check.ts';
import { checkAlongside, maxCheckedBytes } from '../code-checks/upload-check.ts';
import type { EngineContext } from '../on-behalf.ts';
import { codeOf, storedTests } from '../policies/code.ts';
import { lockPolicy } from '../policies/policies.ts';
import { countBytes } from '../policies/storage.ts';
import {
  currentRevision,
  deleteTestChunks,
  insertTestChunk,
  type PolicyRow,
  updatePolicyRow,
} from '../policies/store.ts';
import { codeCheckIntake } from '../services.ts';

/** Maximum size of a policy's Rego tests in bytes. */
const maxTestBytes = 1_048_576;

/**
 * Replaces the Rego tests of a policy and runs the new tests. Failing tests are stored as well, because the code that
 * passes them may be uploaded next. 413 if the tests are larger than 1 MiB; the previous tests remain in that case.
 */
export async function uploadTests(
  context: EngineContext,
  actor: Actor,
  policy: PolicyRow,
  source: ByteSource,
): Promise<PolicyRow> {
  if (policy.kind === 'native')
    throw invalid({ code: 'not-supported', detail: 'Only policies of the kind opa can have tests.' });
  return codeCheckIntake(context).uploading(policy.organization_id, () => receiveTests(context, actor, policy, source));
}

async function receiveTests(
  context: EngineContext,
  actor: Actor,
  policy: PolicyRow,
  source: ByteSource,
): Promise<PolicyRow> {
  await using spooled = await spool(context.config.dataDir, boundedChunks(source, maxTestBytes, bodyTooLarge));
  const code = await codeInForce(context.database, policy);
  const tests = () => buffer(bytesOf(spooled));
  const check = code && (await checkAlongside(context, policy, { ...code, tests }));
  const stored = await storeTests(context, actor, policy, { spooled, check });
  if (awaitsCheck(stored)) codeCheckIntake(context).signal.notify();
  return stored;
}

interface NewTests {
  readonly spooled: Spooled;
  readonly check: StoredCheck | undefined;
}

function storeTests(
  context: Context,
  actor: Actor,
  policy: PolicyRow,
  { spooled, check }: NewTests,
): Promise<PolicyRow> {
  const { sha256, size } = spooled;
  const { id, revision } = policy;
  return auditedTransaction(context, actor, async (tx) => {
    const row = await lockPolicy(tx, id);
    const entry = entryOf(row, 'upload', { sha256, size });
    if (row.tests_sha256 === sha256) return { result: row, audit: [entry] };
    await deleteTestChunks(tx, id);
    for await (const piece of piecesOf(spooled)) await insertTestChunk(tx, { policy_id: id, ...piece });
    await countBytes(tx, context, row.organization_id, size - (row.tests_size ?? 0));
    const isCurrent = check !== undefined && row.revision === revision && hasSameQueryAndInput(row, policy);
    const tests = { tests_sha256: sha256, tests_size: size, check_after: null };
    const checked = isCurrent ? checkColumns({ ...row, ...tests }, check) : {};
    const changes = { ...tests, ...checked, updated_at: timestamp(context.clock.now()) };
    await updatePolicyRow(tx, id, changes);
    return { result: { ...row, ...changes }, audit: [entry] };
  });
}

type Sum = { readonly sha256: string; readonly size: number } | null;

const sumOf = ({ tests_sha256: sha256, tests_size: size }: PolicyRow): Sum =>
  sha256 === null || size === null ? null : { sha256, size };

/** Builds the audit record for tests that were uploaded or deleted. */
const entryOf = (row: PolicyRow, what: 'upload' | 'delete', after: Sum) => ({
  action: `policy-tests.${what}`,
  type: 'policies',
  id: row.id,
  organizationId: row.organization_id,
  before: { tests: sumOf(row) },
  after: { tests: after },
});

/** Downloads the Rego tests of a policy exactly as they were uploaded; 404 if the policy has none. */
export function downloadTests(context: Context, actor: Actor, { id, name }: PolicyRow): Promise<Download> {
  return auditedRead(context, actor, async (tx) => {
    const row = await lockPolicy(tx, id);
    const [sum, bytes] = [sumOf(row), await storedTests(tx, row)];
    if (sum === null || bytes === null) throw notFound();
    const entry = { action: 'policy-tests.download', type: 'policies', id, organizationId: row.organization_id };
    const result = { fileName: `${name}_test.rego`, ...sum, chunks: Readable.from([bytes]) };
    return { result, audit: [{ ...entry, after: { tests: sum } }] };
  });
}

/** Deletes the Rego tests of a policy; 404 if the policy has none. */
export async function deleteTests(context: Context, actor: Actor, { id }: PolicyRow): Promise<void> {
  await auditedTransaction(context, actor, async (tx) => {
    const row = await lockPolicy(tx, id);
    const sum = sumOf(row);
    if (sum === null) throw notFound();
    await deleteTestChunks(tx, id);
    await countBytes(tx, context, row.organization_id, -sum.size);
    const updated_at = timestamp(context.clock.now());
    await updatePolicyRow(tx, id, { tests_sha256: null, tests_size: null, check_after: null, updated_at });
    return { result: undefined, audit: [entryOf(row, 'delete', null)] };
  });
  codeCheckIntake(context).signal.notify();
}

/**
 * Runs the Rego tests of a policy with its current code. The result is not stored. 422 if the policy has no code or no
 * tests.
 */
export async function runTests(context: EngineContext, policy: PolicyRow): Promise<CodeCheck> {
  const { id, kind, query, input, organization_id } = policy;
  const organization = { id: organization_id };
  if (kind === 'native') return checkCode(context, organization, { kind, query, input, code: '', tests: null });
  const code = await codeInForce(context.database, policy);
  if (code === undefined)
    throw invalid({
      code: 'wrong-state',
      detail: `The policy has no code: upload the code with PUT /api/v2/policies/${id}/upload.`,
    });
  const tests = await storedTests(context.database, policy);
  if (tests === null) {
    throw invalid({
      code: 'wrong-state',
      detail: `The policy has no tests: upload tests with PUT /api/v2/policies/${id}/tests.`,
    });
  }
  if (code.size > maxCheckedBytes)
    throw invalid({ code: 'payload-too-large', detail: 'Code over 1 MiB is not tested.' });
  const [ofCode, ofTests] = [codeIn(await code.read()), codeIn(tests, testFile)];
  if ('code' in ofCode && 'code' in ofTests) {
    return checkCode(context, organization, { kind, query, input, code: ofCode.code, tests: ofTests.code });
  }
  const problems = [ofCode, ofTests].flatMap((each) => ('problem' in each ? [each.problem] : []));
  return failedCheck(organization, { kind, query }, problems);
}

/** Returns the current code of a policy; undefined if no code has been uploaded. */
export async function codeInForce(database: Reader, { id }: PolicyRow) {
  const revision = await database.first(currentRevision, { policy: id });
  if (revision === undefined) return undefined;
  const { number, size } = revision;
  return { size, read: () => codeOf(database, { policy: id, number, size }) };
}
