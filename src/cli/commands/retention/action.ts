import type { Context } from '../../../context.ts';
import { superseded } from '../../../domains/index.ts';
import {
  getRetentionPolicy,
  policyInput,
  previewPurge,
  removeRetentionPolicy,
  retentionResource,
  type SupersededTotal,
  setRetentionPolicy,
} from '../../../domains/instance/commands.ts';
import { findRetentionPolicy } from '../../../domains/instance/index.ts';
import { counted } from '../../../lib/text/text.ts';
import { asOperator } from '../../data/as-operator.ts';
import { orMissing, undefinedIfMissing } from '../../data/missing.ts';
import { type Output, UsageError } from '../../terminal/command.ts';
import { checkedInput } from '../../terminal/input.ts';
import { aligned, oneRecord } from '../../terminal/output.ts';
import type { retentionCommands } from './command.ts';

const everythingIsKept = 'No data retention policy is set: all data is kept.';
const anyPolicy = () => true;

export const get = asOperator(async ({ context }) => {
  const policy = await undefinedIfMissing(getRetentionPolicy(context));
  return policy === undefined ? { text: everythingIsKept, json: { data: null } } : oneRecord(retentionResource, policy);
});

/**
 * Parses a number of days. Any other text is returned unchanged, so that it is rejected with the same message as in an
 * HTTP request.
 */
const daysIn = (text: string): number => {
  const days = /^\d{1,10}$/.test(text) ? Number(text) : text;
  return checkedInput(policyInput, { days }).days;
};

export const set = asOperator(async ({ context, actor }, { subject }) => {
  const days = daysIn(subject);
  return oneRecord(retentionResource, await setRetentionPolicy(context, actor, { days, ifMatch: anyPolicy }));
});

export const remove = asOperator(async ({ context, actor }) => {
  await orMissing(removeRetentionPolicy(context, actor, anyPolicy), everythingIsKept);
  return { text: 'Removed the data retention policy: all data is kept from now on.', json: { removed: true } };
});

const sum = (rows: readonly SupersededTotal[], column: 'revisions' | 'bytes'): number =>
  rows.reduce((total, row) => total + row[column], 0);

const previewOutput = (days: number, organizations: readonly SupersededTotal[]): Output => {
  const [revisions, bytes] = [sum(organizations, 'revisions'), sum(organizations, 'bytes')];
  const lines = organizations.map((row) => [row.organization, String(row.revisions), String(row.bytes)]);
  const total = `A policy of ${counted(days, 'day')} would now delete ${counted(revisions, 'superseded revision')}, ${counted(bytes, 'byte')}.`;
  return {
    text: lines.length === 0 ? total : [aligned([['ORGANIZATION', 'REVISIONS', 'BYTES'], ...lines]), total].join('\n'),
    json: { days, revisions, bytes, organizations },
  };
};

const daysToPreview = async (context: Context, days: string | undefined): Promise<number> => {
  if (days !== undefined) return daysIn(days);
  const policy = await findRetentionPolicy(context);
  if (policy === undefined) throw new UsageError(`${everythingIsKept} --days shows what a policy would delete.`);
  return policy.days;
};

export const preview = asOperator<typeof retentionCommands.preview>(async ({ context }, { options }) => {
  const days = await daysToPreview(context, options.days);
  return previewOutput(days, await previewPurge(context, superseded, days));
});
