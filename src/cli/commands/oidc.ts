import type { Context } from '../../context.ts';
import type { KeyStatus } from '../../domains/instance/index.ts';
import { valued } from '../../lib/options.ts';
import { actingCommand, type Output, UsageError } from '../command.ts';

const statusOutput = async (context: Context, { nextRotationAt, nextTrimAt, keys }: KeyStatus): Promise<Output> => {
  const { aligned, labelled } = await import('../output.ts');
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

const currentStatus = async (context: Context): Promise<Output> => {
  const { keyStatus } = await import('../../domains/instance/index.ts');
  return statusOutput(context, await keyStatus(context));
};

const status = actingCommand({
  name: 'oidc status',
  description: 'show the keys that sign and verify workload identity tokens, and when they change by themselves',
  act: ({ context }) => currentStatus(context),
});

const rotate = actingCommand({
  name: 'oidc rotate',
  description: 'sign with a new key from now on; tokens signed before verify until the next trim',
  act: async ({ context, actor }) => {
    const { rotateKey } = await import('../../domains/instance/index.ts');
    await rotateKey(context, actor);
    return currentStatus(context);
  },
});

const trim = actingCommand({
  name: 'oidc trim',
  description: 'delete every key but the one that signs; tokens signed by the others verify no more',
  act: async ({ context, actor }) => {
    const { trimKeys } = await import('../../domains/instance/index.ts');
    await trimKeys(context, actor);
    return currentStatus(context);
  },
});

const jwks = actingCommand({
  name: 'oidc jwks',
  description: 'print the public keys as the service publishes them (JSON Web Key Set)',
  act: async ({ context }) => {
    const { publishedKeys } = await import('../../domains/instance/index.ts');
    const text = await publishedKeys(context);
    return { text, json: JSON.parse(text) };
  },
});

const unitMilliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000 };
const maxLifetime = 86_400_000;

/** A time such as `90m` or `2h`, at most a day, in milliseconds. */
const lifetimeOf = (text: string): number => {
  const [, count = '', unit = ''] = /^(\d{1,4})([mh])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (unitMilliseconds[unit] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= maxLifetime) return milliseconds;
  throw new UsageError('--expires-in must be a number of minutes or hours, at most 24h, such as 90m or 2h.');
};

const sign = actingCommand({
  name: 'oidc sign',
  description: "print a workload identity token, to try a cloud's trust with",
  options: {
    organization: valued('--organization <name>', 'the organization, by its name'),
    project: valued('--project <name>', 'the name of the project'),
    projectId: valued('--project-id <id>', 'its identifier, where the trust looks at it'),
    workspace: valued('--workspace <name>', 'the name of the workspace'),
    workspaceId: valued('--workspace-id <id>', 'its identifier, where the trust looks at it'),
    phase: valued('--phase <phase>', 'plan, unless told, or apply'),
    runId: valued('--run-id <id>', 'the identifier of the run, where the trust looks at it'),
    audience: valued('--audience <text>', 'who is to take it, such as aws.workload.identity'),
    expiresIn: valued('--expires-in <time>', 'how long it is good, such as 90m or 2h; 1h unless told'),
  },
  act: async ({ context, actor }, { options }) => {
    const { requireOwner } = await import('../../domains/organizations/index.ts');
    const { workloadInput, signToken } = await import('../../domains/instance/index.ts');
    const { checkedInput } = await import('../input.ts');
    const { orMissing } = await import('../missing.ts');
    const {
      organization: name = '',
      expiresIn = '1h',
      phase = 'plan',
      projectId,
      workspaceId,
      runId,
      ...rest
    } = options;
    const ids = { 'project-id': projectId, 'workspace-id': workspaceId, 'run-id': runId };
    const lifetime = lifetimeOf(expiresIn);
    const input = checkedInput(workloadInput, { ...rest, phase, ...ids });
    const { organization } = await orMissing(requireOwner(context, actor, name), `There is no organization ${name}.`);
    const workload = {
      organization,
      project: { name: input.project, id: input['project-id'] },
      workspace: { name: input.workspace, id: input['workspace-id'] },
      phase: input.phase,
      runId: input['run-id'],
    };
    const { token, claims } = await signToken(context, actor, { workload, audience: input.audience, lifetime });
    return { text: token, json: { token, claims } };
  },
});

export const oidcCommands = [status, rotate, trim, jwks, sign];
