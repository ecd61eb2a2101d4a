import type { Context } from '../../context.ts';
import type { RetentionPolicy, SupersededTotal } from '../../domains/instance/index.ts';
import { valued } from '../../lib/options.ts';
import { actingCommand, type Output, UsageError } from '../command.ts';

const everythingIsKept = 'No data retention policy is set: everything is kept.';
const anyPolicy = () => true;

const shown = async (policy: RetentionPolicy): Promise<Output> => {
  const { retentionResource } = await import('../../domains/instance/index.ts');
  const { oneRecord } = await import('../output.ts');
  return oneRecord(retentionResource, policy);
};

const get = actingCommand({
  name: 'retention get',
  description: 'show for how many days superseded data is kept',
  act: async ({ context }) => {
    const { getRetentionPolicy } = await import('../../domains/instance/index.ts');
    const { orMissing } = await import('../missing.ts');
    return shown(await orMissing(getRetentionPolicy(context), everythingIsKept));
  },
});

/** A number of days as it was typed; text that is none breaks the same rule as it does over HTTP. */
const daysIn = async (text: string): Promise<number> => {
  const { policyInput } = await import('../../domains/instance/index.ts');
  const { checkedInput } = await import('../input.ts');
  const days = /^\d{1,10}$/.test(text) ? Number(text) : text;
  return checkedInput(policyInput, { days }).days;
};

const set = actingCommand({
  name: 'retention set',
  description: 'keep superseded data for so many days; the service deletes what is older within an hour',
  argument: ['days', 'how many, 1 at least'],
  act: async ({ context, actor }, { subject }) => {
    const { setRetentionPolicy } = await import('../../domains/instance/index.ts');
    const days = await daysIn(subject);
    return shown(await setRetentionPolicy(context, actor, { days, ifMatch: anyPolicy }));
  },
});

const remove = actingCommand({
  name: 'retention remove',
  description: 'remove the policy, so that everything is kept',
  act: async ({ context, actor }) => {
    const { removeRetentionPolicy } = await import('../../domains/instance/index.ts');
    const { orMissing } = await import('../missing.ts');
    await orMissing(removeRetentionPolicy(context, actor, anyPolicy), everythingIsKept);
    return { text: 'Removed the data retention policy: everything is kept from now on.', json: { removed: true } };
  },
});

const sum = (rows: readonly SupersededTotal[], column: 'revisions' | 'bytes'): number =>
  rows.reduce((total, row) => total + row[column], 0);

const previewOutput = async (days: number, organizations: readonly SupersededTotal[]): Promise<Output> => {
  const { aligned } = await import('../output.ts');
  const [revisions, bytes] = [sum(organizations, 'revisions'), sum(organizations, 'bytes')];
  const lines = organizations.map((row) => [row.organization, String(row.revisions), String(row.bytes)]);
  const total = `A policy of ${days} days would now delete ${revisions} superseded revisions, ${bytes} bytes.`;
  return {
    text: lines.length === 0 ? total : [aligned([['ORGANIZATION', 'REVISIONS', 'BYTES'], ...lines]), total].join('\n'),
    json: { days, revisions, bytes, organizations },
  };
};

const daysToPreview = async (context: Context, days: string | undefined): Promise<number> => {
  if (days !== undefined) return daysIn(days);
  const { findRetentionPolicy } = await import('../../domains/instance/index.ts');
  const policy = await findRetentionPolicy(context);
  if (policy === undefined) throw new UsageError(`${everythingIsKept} --days shows what a policy would delete.`);
  return policy.days;
};

const preview = actingCommand({
  name: 'retention preview',
  description: 'show what the policy would delete now, by organization; deletes nothing',
  options: { days: valued('--days <number>', 'as a policy of so many days would; as the one that is set unless told') },
  act: async ({ context }, { options }) => {
    const { previewPurge } = await import('../../domains/instance/index.ts');
    const { superseded } = await import('../../domains/index.ts');
    const days = await daysToPreview(context, options.days);
    return previewOutput(days, await previewPurge(context, superseded, days));
  },
});

export const retentionCommands = [get, set, remove, preview];
