// Stores and downloads policy code. An upload is received completely, checked, and then stored in chunks in a single
// transaction.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { bytesOf, joined, piecesOf, type Spooled, spool } from '../../../effects/spool.ts';
import type { Download } from '../../../http/reply.ts';
import { bodyTooLarge, existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type ByteSource, boundedChunks } from '../../../kernel/byte-source.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { ReadOnly } from '../../../lib/errors/unavailable.ts';
import { auditedRead, auditedTransaction } from '../../audit/index.ts';
import {
  awaitsCheck,
  checkColumns,
  currentCheck,
  hasSameQueryAndInput,
  type StoredCheck,
} from '../code-checks/stored-check.ts';
import { checkBeforeUse } from '../code-checks/upload-check.ts';
import type { EngineContext } from '../on-behalf.ts';
import { withReplay } from '../replay-record.ts';
import { codeCheckIntake, copyBudget } from '../services.ts';
import { enforcePath } from './enforcement.ts';
import { lockPolicy } from './policies.ts';
import { countRevision } from './storage.ts';
import {
  chunkAt,
  currentRevision,
  insertChunk,
  insertRevision,
  type PolicyRow,
  testChunks,
  updatePolicyRow,
} from './store.ts';

/** Maximum size of policy code in bytes (reference, Limits). */
const maxCodeBytes = 10 * 1_048_576;

/** Message of a new revision, and the replay that showed the effects of its code. */
export interface RevisionNotes {
  readonly message: string | null;
  readonly replay: string | undefined;
}

/** Uploaded code. */
interface Upload extends RevisionNotes {
  readonly source: ByteSource;
}

/**
 * Uploads the code of a policy (reference, `PUT /policies/<policy_id>/upload`). 413 if the code is larger than 10 MiB;
 * the previous code remains in that case.
 */
export async function uploadCode(
  context: EngineContext,
  actor: Actor,
  policy: PolicyRow,
  upload: Upload,
): Promise<PolicyRow> {
  return codeCheckIntake(context).uploading(policy.organization_id, () => receiveCode(context, actor, policy, upload));
}

async function receiveCode(
  context: EngineContext,
  actor: Actor,
  policy: PolicyRow,
  { source, ...notes }: Upload,
): Promise<PolicyRow> {
  await using spooled = await spool(context.config.dataDir, boundedChunks(source, maxCodeBytes, bodyTooLarge));
  const tests = () => storedTests(context.database, policy);
  const code = { size: spooled.size, read: () => buffer(bytesOf(spooled)), tests };
  const check = await checkBeforeUse(context, policy, code);
  const stored = await storeCode(context, actor, policy, { spooled, check, ...notes });
  if (awaitsCheck(stored)) codeCheckIntake(context).signal.notify();
  return stored;
}

/** Downloads the current code of a policy; 404 if no code has been uploaded. */
export function downloadCode(context: Context, actor: Actor, policy: PolicyRow): Promise<Download> {
  return downloadOf(context, actor, policy, async (tx) =>
    existing(await tx.first(currentRevision, { policy: policy.id })),
  );
}

/** Downloads the code of the revision that the function `find` returns. */
export function downloadOf(
  context: Context,
  actor: Actor,
  { id, organization_id: organizationId, kind, name }: PolicyRow,
  find: (tx: Transaction) => Promise<Omit<Revision, 'policy'> & { readonly sha256: string }>,
): Promise<Download> {
  return auditedRead(context, actor, async (tx) => {
    const { number, sha256, size } = await find(tx);
    const fileName = enforcePath(context.vocabulary, kind, name);
    const chunks = await chunksOf(context, tx, { policy: id, number, size, organization: organizationId });
    const entry = { action: 'policy.download', type: 'policies', id, organizationId, after: { revision: number } };
    return { result: { fileName, sha256, size, chunks }, audit: [entry] };
  });
}

/** Maximum size in bytes of code that is read into memory before the response starts. */
const maxBufferedBytes = 1_048_576;

interface Revision {
  readonly policy: string;
  readonly number: number;
  readonly size: number;
}

/**
 * Reads all code of a revision before the response starts, so that the response is 404 if the policy is deleted during
 * the read. Code above `maxBufferedBytes` is copied to a temporary file. 503 if too many such copies of the
 * organization are still being downloaded.
 */
async function chunksOf(
  context: Context,
  tx: Transaction,
  { policy, number, size, organization }: Revision & { readonly organization: string },
): Promise<AsyncIterable<Uint8Array>> {
  const whole = { name: `revision ${number} of ${policy}`, size };
  const piecesIn = (reader: Reader) =>
    joined(whole, async (position) => existing(await reader.first(chunkAt, { policy, number, position })));
  if (size > maxBufferedBytes) return copied(context, () => piecesIn(context.database), { size, organization });
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesIn(tx)) pieces.push(piece);
  return Readable.from(pieces);
}

/** Reads the Rego tests of a policy; null if the policy has none. */
export async function storedTests(reader: Reader, { id, tests_sha256 }: PolicyRow): Promise<Buffer | null> {
  if (tests_sha256 === null) return null;
  return Buffer.concat((await reader.rows(testChunks, { policy: id })).map(({ bytes }) => bytes));
}

/** Reads the complete code of a revision. */
export function codeOf(reader: Reader, { policy, number, size }: Revision): Promise<Buffer> {
  const whole = { name: `revision ${number} of ${policy}`, size };
  return buffer(joined(whole, (position) => reader.first(chunkAt, { policy, number, position })));
}

/**
 * Copies the code of a revision to a temporary file before its first piece is yielded. If no temporary file can be
 * written, the pieces are yielded without a copy.
 */
async function* copied(
  context: Context,
  pieces: () => AsyncIterable<Uint8Array>,
  { size, organization }: { readonly size: number; readonly organization: string },
): AsyncGenerator<Uint8Array> {
  using copies = copyBudget(context).open({ key: organization });
  copies.add(size);
  await using copy = await copyOf(context.config.dataDir, pieces());
  yield* copy === undefined ? pieces() : bytesOf(copy);
}

/** Writes pieces of code to a temporary file; undefined if the disk is read-only or full. */
async function copyOf(dataDir: string, pieces: AsyncIterable<Uint8Array>): Promise<Spooled | undefined> {
  try {
    return await spool(dataDir, pieces);
  } catch (error) {
    if (error instanceof ReadOnly) return undefined;
    throw error;
  }
}

function storeCode(
  context: Context,
  actor: Actor,
  policy: PolicyRow,
  { spooled, check, message, replay }: { readonly spooled: Spooled } & Pick<NewCode, 'check'> & RevisionNotes,
): Promise<PolicyRow> {
  const { sha256, size } = spooled;
  return auditedTransaction(context, actor, async (tx) => {
    const store = async (number: number) => {
      for await (const piece of piecesOf(spooled)) await insertChunk(tx, { policy_id: policy.id, number, ...piece });
    };
    const made = await putInForce(context, tx, actor, { policy, sha256, size, check, message, store });
    const { row, before, revision } = made;
    const { id, organization_id: organizationId } = policy;
    const entry = { action: 'policy.upload', type: 'policies', id, organizationId };
    const after = { revision, sha256, size, ...messageOf(made) };
    const audited = { result: row, audit: [{ ...entry, before: { revision: before }, after }] };
    return withReplay(tx, { of: 'policy', row: policy, replay }, audited);
  });
}

/** Code that is about to become the current revision of a policy. */
interface NewCode {
  /** State of the policy when the code was checked. */
  readonly policy: PolicyRow;
  /** Result of the code check; undefined if a job checks the code later. */
  readonly check: StoredCheck | undefined;
  readonly sha256: string;
  readonly size: number;
  readonly message: string | null;
  /** Stores the code as the revision with the given number. */
  readonly store: (number: number) => Promise<void>;
}

/** A policy after its current code changed, with the numbers of the previous and the current revision. */
interface CodeInForce {
  readonly row: PolicyRow;
  readonly before: number | null;
  readonly revision: number;
  /** Message of the new revision. Null if the revision has no message or if no new revision was created. */
  readonly message: string | null;
}

/** Returns the message of a new revision in the form in which the audit log stores it. */
export const messageOf = ({ message }: CodeInForce) => (message === null ? {} : { message });

/**
 * Makes code the current revision of a policy. If the code is equal to the current code, no revision is created. 404 if
 * the policy was deleted.
 */
export async function putInForce(
  context: Context,
  tx: Transaction,
  actor: Actor,
  { policy, sha256, size, check, message, store }: NewCode,
): Promise<CodeInForce> {
  const { id, organization_id, query, tests_sha256 } = policy;
  const row = await lockPolicy(tx, id);
  const isCurrent = check !== undefined && hasSameQueryAndInput(row, policy) && row.tests_sha256 === tests_sha256;
  const current = await tx.first(currentRevision, { policy: id });
  const before = current?.number ?? null;
  if (current?.sha256 === sha256) {
    const unchanged = { before, revision: current.number, message: null };
    if (!isCurrent || currentCheck(row) !== undefined) return { row, ...unchanged };
    const columns = checkColumns(row, check);
    await updatePolicyRow(tx, id, columns);
    return { row: { ...row, ...columns }, ...unchanged };
  }
  const revision = (before ?? 0) + 1;
  const at = timestamp(context.clock.now());
  const created_by = JSON.stringify(actor.identity);
  const policy_id = id;
  await insertRevision(tx, {
    id: newId('polrev'),
    policy_id,
    number: revision,
    sha256,
    size,
    message,
    created_by,
    created_at: at,
  });
  await store(revision);
  // The counts are updated after the code is stored, because the update locks the organization's storage row until the
  // transaction ends and thereby delays other uploads.
  await countRevision(tx, context, organization_id, size);
  const columns = {
    revision,
    updated_at: at,
    check_after: null,
    ...(isCurrent && checkColumns({ revision, query, tests_sha256 }, check)),
  };
  await updatePolicyRow(tx, id, columns);
  return { row: { ...row, ...columns }, before, revision, message };
}
