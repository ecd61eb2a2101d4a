import {
  type Archive,
  type AuditRecord,
  auditLine,
  auditList,
  auditRecords,
  auditResource,
  exportedRecord,
  type Head,
  headText,
  listAuditRecords,
  organizationIdOf,
  type Rollback,
  readArchive,
  readHead,
  readStart,
  type Verification,
} from '../../../domains/audit/commands.ts';
import {
  archiveRecords,
  auditAnchor,
  rollbackSentence,
  sealedHead,
  verifyChain,
} from '../../../domains/audit/index.ts';
import { readStreamStatus, streamResource } from '../../../domains/instance/commands.ts';
import { readQuery } from '../../../jsonapi/query.ts';
import { parseTimestamp } from '../../../kernel/parse-timestamp.ts';
import { counted } from '../../../lib/text/text.ts';
import {
  readStreamHead,
  restored,
  type StreamVerification,
  streamHeadText,
  verifyStream,
} from '../../../protocols/audit-stream/verify.ts';
import { asOperator } from '../../data/as-operator.ts';
import { type Action, type Called, type Output, type Terminal, UsageError } from '../../terminal/command.ts';
import { linesIn, requireFolderOf, requireReadable } from '../../terminal/file.ts';
import { labelled, manyRecords, oneRecord } from '../../terminal/output.ts';
import type { auditCommands } from './command.ts';

/** Number of audit records after which progress is reported. */
const progressEvery = 50_000;

const timestampOf = (option: string, text: string | undefined): string | undefined => {
  const timestamp = parseTimestamp(text);
  if (text !== undefined && timestamp === undefined) throw new UsageError(`${option} must be an ISO 8601 time.`);
  return timestamp;
};

const columns = { at: 'AT', action: 'ACTION', actor: 'ACTOR', resource: 'RESOURCE' };

export const list = asOperator<typeof auditCommands.list>(async ({ context }, { options }) => {
  const { resourceType, page, pageSize, ...filters } = options;
  timestampOf('--since', options.since);
  timestampOf('--until', options.until);
  const named = Object.entries({ ...filters, 'resource-type': resourceType }).map(
    ([name, value]) => [`filter[${name}]`, value ?? ''] as const,
  );
  const pages = [['page[number]', page ?? ''] as const, ['page[size]', pageSize ?? ''] as const];
  const records = await listAuditRecords(context, readQuery(auditList.query, new Map([...named, ...pages])));
  const { text } = manyRecords(auditLine, records, columns);
  return { text, json: manyRecords(auditResource, records, {}).json };
});

async function* lines(records: AsyncIterable<AuditRecord>) {
  for await (const record of records) yield `${JSON.stringify(exportedRecord(record))}\n`;
}

export const exportAll = asOperator<typeof auditCommands.exportAll>(async ({ context }, { options }, terminal) => {
  const since = timestampOf('--since', options.since);
  const until = timestampOf('--until', options.until);
  const organization = options.organization && (await organizationIdOf(context, options.organization));
  await terminal.stream(lines(auditRecords(context, { since, until, organization })));
  return undefined;
});

const archiveOutput = (file: string, archive: Archive, sentence: string): Output => {
  const { from, head: last, records, sha256, until } = archive;
  const [after, end] = [headText(from), headText(last)];
  const lines = { File: file, Records: records, 'Begins after': after, Head: end, Until: until, 'SHA-256': sha256 };
  return { text: `${labelled(lines)}\n${sentence}`, json: { file, records, from: after, head: end, until, sha256 } };
};

export const archive = asOperator<typeof auditCommands.archive>(
  async ({ context, actor }, { subject: file, options }, terminal) => {
    const until = timestampOf('--until', options.until);
    if (until === undefined) throw new UsageError('--until is required: only records up to that time are archived.');
    await requireFolderOf(file);
    const { progress } = terminal;
    const made = await archiveRecords(context, actor, { file, until, takesUnsent: options.unsent, progress });
    const sentence =
      'These records now exist only in the file: keep the file for as long as you need them as evidence.';
    return archiveOutput(file, made, sentence);
  },
);

/** Describes how the end of an archive relates to the hash chain in the database. */
const placeOf = (head: Head, start: Head): string => {
  if (headText(head) === headText(start)) return 'The chain in the database begins where the archive ends.';
  if (head.sequence < start.sequence) return 'Later records are in another archive.';
  return 'The records of the archive are still in the database.';
};

export const verifyArchive = asOperator(async ({ context }, { subject: file }) => {
  await requireReadable(file);
  const read = await readArchive(context, file);
  const place = placeOf(read.head, await readStart(context.database));
  return archiveOutput(file, read, `${counted(read.records, 'record')} verified, no tampering found. ${place}`);
});

const progressOn =
  (terminal: Terminal) =>
  (sealed: number): void => {
    if (sealed % progressEvery === 0) terminal.progress(`${sealed} records verified so far.`);
  };

const verdictOf = (verification: Verification, rollback: Rollback | undefined): Output => {
  const { start, head, waiting, fault: faultOfChain } = verification;
  const verified = head.sequence - start.sequence;
  const fault = faultOfChain ?? (rollback && { sequence: undefined, detail: rollbackSentence(rollback) });
  const last = headText(head);
  const counts = labelled({
    'Verified records': verified,
    ...(start.sequence > 0 && { 'Begins after': `${headText(start)} (in an archive)` }),
    Head: last,
    'Not sealed yet': waiting,
  });
  return {
    text: `${counts}\n${fault?.detail ?? `${counted(verified, 'record')} verified, no tampering found.`}`,
    json: { sealed: verified, start: headText(start), head: last, waiting, fault: fault ?? null },
    exitCode: fault === undefined ? 0 : 1,
  };
};

/**
 * Parses a hash chain head that another command printed. Throws `UsageError` with the message `rule` if the text is not
 * a valid head.
 */
function headIn<Read>(text: string | undefined, read: (text: string) => Read | undefined, rule: string) {
  const head = text === undefined ? undefined : read(text);
  if (text !== undefined && head === undefined) throw new UsageError(rule);
  return head;
}

export const verify = asOperator<typeof auditCommands.verify>(
  async ({ context }, { options }, terminal) => {
    const outside = headIn(options.head, readHead, '--head must be a head that "tipstaff audit head" printed.');
    const verification = await verifyChain(context, { outside, progress: progressOn(terminal) });
    return verdictOf(verification, auditAnchor(context).rollback());
  },
  { opensRollback: true },
);

export const head = asOperator(async ({ context }) => {
  const { sequence, seal } = await sealedHead(context);
  const text = headText({ sequence, seal });
  return { text, json: { sequence, seal, head: text } };
});

export const stream = asOperator(async ({ context }) =>
  oneRecord(streamResource, await readStreamStatus(context.database)),
);

const streamHeadOf = (option: string, text: string | undefined) =>
  headIn(text, readStreamHead, `${option} must be a head that "tipstaff audit stream" printed.`);

/** Describes what cannot be verified from the exported lines alone, and what is needed to verify it. */
const openQuestions = (
  { previous, first }: StreamVerification,
  { head, after }: Called<typeof auditCommands.verifyLines>['options'],
) => [
  ...(previous === null || after !== undefined ? [] : [`These lines do not contain the records before ${first}.`]),
  ...(head === undefined
    ? ['To check that no record is missing at the end, add --head with the head that "tipstaff audit stream" prints.']
    : []),
];

export const verifyLines: Action<typeof auditCommands.verifyLines> = async ({ subject, others, options }, terminal) => {
  const [head, after] = [streamHeadOf('--head', options.head), streamHeadOf('--after', options.after)];
  const verification = await verifyStream(linesIn(terminal, [subject, ...others]), {
    head,
    after,
    takesRestores: options.restored,
  });
  const { lines: count, repeated, first, head: last, restores, fault } = verification;
  const end = last && streamHeadText(last);
  const counts = labelled({ Lines: count, 'Repeated lines': repeated, 'First record': first, Head: end });
  const isRestore = restores.length > 0 && fault?.sequence === restores[0]?.from;
  const place = fault?.line == null ? 'At the end' : `In line ${fault.line}`;
  const verdict =
    fault === null
      ? [
          ...restores.map(restored),
          `${counted(count, 'line')} verified: no ${restores.length > 0 ? 'other ' : ''}record is missing or was changed.`,
          ...openQuestions(verification, options),
        ].join(' ')
      : `${place}: ${fault.detail}${isRestore ? ' If this is expected, add --restored.' : ''}`;
  return { text: `${counts}\n${verdict}`, json: { ...verification, head: end }, exitCode: fault === null ? 0 : 1 };
};
