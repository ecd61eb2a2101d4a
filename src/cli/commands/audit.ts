import type { Context } from '../../context.ts';
import type { AuditRecord, Verification } from '../../domains/audit/index.ts';
import { valued } from '../../lib/options.ts';
import { actingCommand, type Output, UsageError } from '../command.ts';

/** How many records are verified between two signs of progress. */
const progressEvery = 50_000;

const range = {
  since: valued('--since <time>', 'only what is later, such as 2026-01-31 or 2026-01-31T12:00:00Z'),
  until: valued('--until <time>', 'only what is not later'),
  organization: valued('--organization <name>', 'only of this organization, by its name or identifier'),
};

const timestampOf = async (option: string, text: string | undefined): Promise<string | undefined> => {
  const { parseTimestamp } = await import('../../domains/audit/index.ts');
  const timestamp = parseTimestamp(text);
  if (text !== undefined && timestamp === undefined) throw new UsageError(`${option} must be an ISO 8601 time.`);
  return timestamp;
};

const list = actingCommand({
  name: 'audit list',
  description: 'list what was done, newest first',
  options: {
    actor: valued('--actor <name>', 'only of this account, also behind another, by its username or identifier'),
    action: valued('--action <action>', 'only this, such as policy.create'),
    resource: valued('--resource <id>', 'only to the record with this identifier'),
    resourceType: valued('--resource-type <type>', 'only to records of this type, such as policies'),
    ...range,
    page: valued('--page <number>', 'which page'),
    pageSize: valued('--page-size <number>', 'how many a page, at most 100'),
  },
  act: async ({ context }, { options }) => {
    const { listAuditRecords, trailQuery } = await import('../../domains/audit/index.ts');
    const { auditLine, auditResource } = await import('../../domains/audit/index.ts');
    const { readQuery } = await import('../../jsonapi/query.ts');
    const { manyRecords } = await import('../output.ts');
    const { resourceType, page, pageSize, ...filters } = options;
    await timestampOf('--since', options.since);
    await timestampOf('--until', options.until);
    const named = Object.entries({ ...filters, 'resource-type': resourceType }).map(
      ([name, value]) => [`filter[${name}]`, value ?? ''] as const,
    );
    const pages = [
      ['page[number]', page ?? ''],
      ['page[size]', pageSize ?? ''],
    ] as const;
    const records = await listAuditRecords(context, readQuery(trailQuery, new Map([...named, ...pages])));
    const { text } = manyRecords(auditLine, records, ['at', 'action', 'actor', 'resource']);
    return { text, json: manyRecords(auditResource, records, []).json };
  },
});

async function* lines(records: AsyncIterable<AuditRecord>, render: (record: AuditRecord) => object) {
  for await (const record of records) yield `${JSON.stringify(render(record))}\n`;
}

const exportAll = actingCommand({
  name: 'audit export',
  description: 'print every record as one line of JSON, oldest first',
  options: range,
  act: async ({ context }, { options }, terminal) => {
    const { auditRecords } = await import('../../domains/audit/index.ts');
    const { auditResource } = await import('../../domains/audit/index.ts');
    const { organizationIdOf } = await import('../../domains/audit/index.ts');
    const since = await timestampOf('--since', options.since);
    const until = await timestampOf('--until', options.until);
    const organization = options.organization && (await organizationIdOf(context, options.organization));
    const render = (record: AuditRecord) => {
      const { id, attributes } = auditResource.object(record);
      return { id, ...Object(attributes), seal: record.seal };
    };
    await terminal.stream(lines(auditRecords(context, { since, until, organization }), render));
    return undefined;
  },
});

const printProgress = (sealed: number): void => {
  if (sealed % progressEvery === 0) process.stderr.write(`${sealed} records are right so far.\n`);
};

const verdictOf = async ({ head, waiting, fault }: Verification): Promise<Output> => {
  const { headText } = await import('../../domains/audit/index.ts');
  const { labelled } = await import('../output.ts');
  const last = headText(head);
  const counts = labelled({
    'Sealed records that are right': head.sequence,
    'Their head': last,
    'Not sealed yet': waiting,
  });
  return {
    text: `${counts}\n${fault?.detail ?? 'Every sealed record is what it was.'}`,
    json: { sealed: head.sequence, head: last, waiting, fault: fault ?? null },
    exitCode: fault === undefined ? 0 : 1,
  };
};

const outsideHead = async (text: string | undefined) => {
  if (text === undefined) return undefined;
  const { readHead } = await import('../../domains/audit/index.ts');
  const head = readHead(text);
  if (head === undefined) throw new UsageError('--head must be what "reeve audit head" printed.');
  return head;
};

const verify = actingCommand({
  name: 'audit verify',
  description:
    'verify that no sealed record was changed, removed or added; exits with 1 and the first fault if one was',
  options: { head: valued('--head <head>', 'a head that "audit head" printed before: the chain must lead through it') },
  act: async ({ context }, { options }) => {
    const { verifyChain } = await import('../../domains/audit/index.ts');
    const outside = await outsideHead(options.head);
    return verdictOf(await verifyChain(context, { outside, progress: printProgress }));
  },
});

const headOf = async (context: Context): Promise<Output> => {
  const { sealedHead } = await import('../../domains/audit/index.ts');
  const { headText } = await import('../../domains/audit/index.ts');
  const { sequence, seal } = await sealedHead(context);
  const head = headText({ sequence, seal });
  return { text: head, json: { sequence, seal, head } };
};

const head = actingCommand({
  name: 'audit head',
  description: 'print the last sealed head, to be kept where nobody who can change the database can change it',
  act: ({ context }) => headOf(context),
});

export const auditCommands = [list, exportAll, verify, head];
