import type { Context } from '../../../context.ts';
import {
  keyStatus,
  publishedKeys,
  rotateKey,
  signToken,
  trimKeys,
  workloadInput,
} from '../../../domains/instance/commands.ts';
import { asOperator } from '../../data/as-operator.ts';
import { namedOrganization } from '../../data/organization.ts';
import { type Output, UsageError } from '../../terminal/command.ts';
import { checkedInput, requireOptions } from '../../terminal/input.ts';
import { aligned, labelled } from '../../terminal/output.ts';
import type { oidcCommands } from './command.ts';

const currentStatus = async (context: Context): Promise<Output> => {
  const { nextRotationAt, nextTrimAt, keys } = await keyStatus(context);
  const issuer = context.baseUrl();
  const rows = keys.map(({ kid, createdAt, retiredAt }) => [kid, createdAt, retiredAt ?? 'now']);
  return {
    text: [
      labelled({ Issuer: issuer, 'Next rotation': nextRotationAt, 'Next trim': nextTrimAt }),
      aligned([['KEY', 'SIGNED SINCE', 'UNTIL'], ...rows]),
    ].join('\n'),
    json: { issuer, nextRotationAt, nextTrimAt, keys },
  };
};

export const status = asOperator(({ context }) => currentStatus(context));

export const rotate = asOperator(async ({ context, actor }) => {
  await rotateKey(context, actor);
  return currentStatus(context);
});

export const trim = asOperator(async ({ context, actor }) => {
  await trimKeys(context, actor);
  return currentStatus(context);
});

export const jwks = asOperator(async ({ context }) => {
  const text = await publishedKeys(context);
  return { text, json: JSON.parse(text) };
});

const unitMilliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000 };
const maxLifetime = 86_400_000;

/** Parses a duration such as `90m` or `2h`, at most one day, and returns it in milliseconds. */
const lifetimeOf = (text: string): number => {
  const [, count = '', unit = ''] = /^(\d{1,4})([mh])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (unitMilliseconds[unit] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= maxLifetime) return milliseconds;
  throw new UsageError('--expires-in must be a number of minutes or hours, at most 24h, such as 90m or 2h.');
};

export const sign = asOperator<typeof oidcCommands.sign>(async ({ context, actor }, { options }) => {
  requireOptions({
    '--organization': options.organization,
    '--project': options.project,
    '--workspace': options.workspace,
    '--audience': options.audience,
  });
  const { organization: name = '', expiresIn = '1h', phase = 'plan', projectId, workspaceId, runId, ...rest } = options;
  const ids = { 'project-id': projectId, 'workspace-id': workspaceId, 'run-id': runId };
  const lifetime = lifetimeOf(expiresIn);
  const input = checkedInput(workloadInput, { ...rest, phase, ...ids });
  const organization = await namedOrganization({ context, actor }, name);
  const workload = {
    organization,
    project: { name: input.project, id: input['project-id'] },
    workspace: { name: input.workspace, id: input['workspace-id'] },
    phase: input.phase,
    runId: input['run-id'],
  };
  const { token, claims } = await signToken(context, actor, { workload, audience: input.audience, lifetime });
  return { text: token, json: { token, claims } };
});
