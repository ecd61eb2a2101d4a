import {
  type AuditRecord,
  auditLine,
  auditRecords,
  auditResource,
  listAuditRecords,
  organizationIdOf,
  parseTimestamp,
  sealedHead,
  trailQuery,
  type Verification,
  verifyChain,
} from '../../domains/audit/index.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { headText, readHead } from '../../lib/chain-head.ts';
import { type Rollback, rollbackSentence } from '../../runtime/head.ts';
import { actingCommand } from '../acting-command.ts';
import { type Output, type Terminal, UsageError } from '../command.ts';
import { auditCommands } from '../declarations/audit.ts';
import { labelled, manyRecords } from '../output.ts';

/** How many records are verified between two signs of progress. */
const progressEvery = 50_000;

const timestampOf = (option: string, text: string | undefined): string | undefined => {
  const timestamp = parseTimestamp(text);
  if (text !== undefined && timestamp === undefined) throw new UsageError(`${option} must be an ISO 8601 time.`);
  return timestamp;
};

export const list = actingCommand(auditCommands.list, async ({ context }, { options }) => {
  const { resourceType, page, pageSize, ...filters } = options;
  timestampOf('--since', options.since);
  timestampOf('--until', options.until);
  const named = Object.entries({ ...filters, 'resource-type': resourceType }).map(
    ([name, value]) => [`filter[${name}]`, value ?? ''] as const,
  );
  const pages = [['page[number]', page ?? ''] as const, ['page[size]', pageSize ?? ''] as const];
  const records = await listAuditRecords(context, readQuery(trailQuery, new Map([...named, ...pages])));
  const { text } = manyRecords(auditLine, records, ['at', 'action', 'actor', 'resource']);
  return { text, json: manyRecords(auditResource, records, []).json };
});

async function* lines(records: AsyncIterable<AuditRecord>, render: (record: AuditRecord) => object) {
  for await (const record of records) yield `${JSON.stringify(render(record))}\n`;
}

export const exportAll = actingCommand(auditCommands.exportAll, async ({ context }, { options }, terminal) => {
  const since = timestampOf('--since', options.since);
  const until = timestampOf('--until', options.until);
  const organization = options.organization && (await organizationIdOf(context, options.organization));
  const render = (record: AuditRecord) => {
    const { id, attributes } = auditResource.object(record);
    return { id, ...Object(attributes), seal: record.seal };
  };
  await terminal.stream(lines(auditRecords(context, { since, until, organization }), render));
  return undefined;
});

const progressOn =
  (terminal: Terminal) =>
  (sealed: number): void => {
    if (sealed % progressEvery === 0) terminal.progress(`${sealed} records verified so far.`);
  };

const verdictOf = ({ head, waiting, fault: faultOfChain }: Verification, rollback: Rollback | undefined): Output => {
  const fault = faultOfChain ?? (rollback && { sequence: undefined, detail: rollbackSentence(rollback) });
  const last = headText(head);
  const counts = labelled({ 'Verified records': head.sequence, Head: last, 'Not sealed yet': waiting });
  return {
    text: `${counts}\n${fault?.detail ?? `${head.sequence} records verified, no tampering found.`}`,
    json: { sealed: head.sequence, head: last, waiting, fault: fault ?? null },
    exitCode: fault === undefined ? 0 : 1,
  };
};

const outsideHead = (text: string | undefined) => {
  if (text === undefined) return undefined;
  const head = readHead(text);
  if (head === undefined) throw new UsageError('--head must be what "reeve audit head" printed.');
  return head;
};

export const verify = actingCommand(auditCommands.verify, async ({ context }, { options }, terminal) => {
  const outside = outsideHead(options.head);
  const verification = await verifyChain(context, { outside, progress: progressOn(terminal) });
  return verdictOf(verification, context.head.rollback());
});

export const head = actingCommand(auditCommands.head, async ({ context }) => {
  const { sequence, seal } = await sealedHead(context);
  const text = headText({ sequence, seal });
  return { text, json: { sequence, seal, head: text } };
});
