// Replays a policy on a service. The changed code is evaluated with recorded inputs of the organization, to see which
// outcomes would differ.
import { counted } from '../../lib/text/text.ts';
import { poll } from '../client/poll.ts';
import type { ServiceClient } from '../client/service.ts';
import type { policyServiceCommands } from '../commands/policy/command.ts';
import { NotChecked, type OptionsOf } from '../terminal/command.ts';
import { bytesIn } from '../terminal/file.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import type { OrganizationService } from './organization-service.ts';
import { policyNamed } from './policies.ts';
import { wholeNumber } from './revision-diff.ts';
import { workspaceNamed } from './workspaces.ts';

/** Command options that select the code to replay and the recorded inputs. */
type ReplayOptions = OptionsOf<typeof policyServiceCommands.replay>;

const needs = ['status', 'compared-with', 'inputs-total', 'inputs-done', 'unmatched-rules', 'result-counts'] as const;

export type Replay = Awaited<ReturnType<typeof readReplay>>;

type Difference = Awaited<ReturnType<typeof differencesOf>>[number];

type Outcome = Difference['policies'][number]['after'];

export interface ReplayReport {
  readonly replay: Replay;
  readonly differences: readonly Difference[];
}

/** Creates a replay and waits until it has finished. Throws `NotChecked` if it fails or does not finish in time. */
export async function replayOnService(
  service: OrganizationService,
  name: string,
  options: ReplayOptions,
  progress: (sentence: string) => void,
): Promise<ReplayReport> {
  const { id } = await policyNamed(service, name);
  const { data: created } = await service.client.post('/api/v2/policies/{policy_id}/replays', {
    params: { policy_id: id },
    body: { data: await documentOf(service, options) },
    needs,
  });
  progress(`${created.id} replays ${name} over ${counted(created.attributes['inputs-total'], 'input')}.`);
  const replay = await endOf(service, created.id, { maxTime, progress });
  if (!isLast(replay))
    throw new NotChecked(
      `The replay ${replay.id} did not finish within an hour: check ${service.url}/api/v2/policy-replays/${replay.id} later.`,
    );
  if (replay.attributes.status === 'canceled') throw new NotChecked(`The replay ${replay.id} was canceled.`);
  return { replay, differences: await differencesOf(service, replay.id) };
}

async function readReplay({ client }: ServiceClient, id: string) {
  return (await client.get('/api/v2/policy-replays/{policy_replay_id}', { params: { policy_replay_id: id }, needs }))
    .data;
}

async function differencesOf({ client }: ServiceClient, id: string) {
  const differences = await client.all('/api/v2/policy-replays/{policy_replay_id}/differences', {
    params: { policy_replay_id: id },
    exact: true,
    needs: ['workspace-name', 'evaluated-at', 'result', 'problem', 'policies'],
  });
  return differences.map(({ attributes }) => attributes);
}

async function documentOf(service: OrganizationService, options: ReplayOptions) {
  const { code, query, enforcementLevel: level, introduction, workspace, since, until } = options;
  const attributes = {
    ...(code !== undefined && { code: (await bytesIn(code)).toString('utf8') }),
    ...(query !== undefined && { query }),
    ...(options.revision !== undefined && { revision: wholeNumber(options.revision, '--revision') }),
    ...(level !== undefined && { 'enforcement-level': level }),
    ...(introduction !== undefined && { introduction }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(options.maxInputs !== undefined && { 'max-inputs': wholeNumber(options.maxInputs, '--max-inputs') }),
  };
  const data = workspace && ({ type: 'workspaces', id: await workspaceNamed(service, workspace) } as const);
  return {
    type: 'policy-replays',
    attributes,
    ...(data && { relationships: { workspace: { data } } }),
  } as const;
}

/** Maximum time to wait for a replay, in milliseconds. */
const maxTime = 3_600_000;

/** Interval in milliseconds after which a running replay's progress is reported again. */
const progressInterval = 3_000;

interface Waiting {
  /** Maximum time to wait, in milliseconds. */
  readonly maxTime: number;
  readonly progress: (sentence: string) => void;
}

/** Waits until a replay has finished or was canceled, or until the time limit is reached. Returns the replay. */
export async function endOf(service: ServiceClient, id: string, { maxTime, progress }: Waiting): Promise<Replay> {
  let reported = Date.now();
  const read = async (): Promise<Replay> => {
    const replay = await readReplay(service, id);
    const { 'inputs-done': done, 'inputs-total': total } = replay.attributes;
    if (!isLast(replay) && Date.now() - reported >= progressInterval) {
      progress(`${done} of ${counted(total, 'input')} done.`);
      reported = Date.now();
    }
    return replay;
  };
  return (await poll(read, { isLast, maxTime })) ?? (await read());
}

const isLast = ({ attributes: { status } }: Replay): boolean => status === 'finished' || status === 'canceled';

/**
 * Returns the exit status: 1 if the policy newly fails for an input, otherwise 2 if an input could not be evaluated or
 * its verdicts could not be compared, otherwise 0.
 */
export function exitCodeOf({ replay }: ReplayReport): 0 | 1 | 2 {
  const { 'newly-failing': failing, errored, 'not-replayable': notReplayable } = replay.attributes['result-counts'];
  if (failing > 0) return 1;
  return errored + notReplayable > 0 ? 2 : 0;
}

/**
 * Formats the result of a replay as text. It lists the inputs with a different outcome, the rules that never matched,
 * and the counts.
 */
export function textOf({ replay, differences }: ReplayReport): string {
  const { 'result-counts': count, 'unmatched-rules': unmatched, ...attributes } = replay.attributes;
  const other = attributes['compared-with'] === 'current' ? 'the current policies' : 'the recorded results';
  const numbers = Object.entries(count).map(([name, number]) => `${number} ${name.replace('-', ' ')}`);
  const lines = [
    ...differences.flatMap(linesOf),
    ...(unmatched ?? []).map(({ name, file, row }) => `never matched: ${name} (${file}:${row})`),
    `${counted(attributes['inputs-total'], 'input')}, compared with ${other}: ${numbers.join(', ')}.`,
  ];
  return terminalText(lines.join('\n'));
}

/** Returns the reasons why verdicts cannot be compared. */
const reasonsOf = (outcomes: readonly (Outcome | null)[]): ReadonlySet<string> =>
  new Set(outcomes.flatMap((outcome) => (outcome?.status === 'not-replayable' ? outcome.problems : [])));

/** Status of an outcome and what decides whether it blocks, such as `failed (mandatory, only old findings)`. */
const statusOf = ({ status, 'enforcement-level': level, shadow, old }: Outcome): string =>
  `${status} (${[level, ...(shadow ? ['shadow'] : []), ...(old ? ['only old findings'] : [])].join(', ')})`;

const linesOf = (difference: Difference): readonly string[] => [
  `${difference.result}: ${difference['workspace-name'] ?? 'no workspace'}, evaluated ${difference['evaluated-at']}`,
  ...(difference.problem === null ? [] : [`    ${difference.problem}`]),
  ...difference.policies.flatMap(({ 'policy-name': name, before, after }) => [
    `    ${name}: ${before === null ? 'missing' : statusOf(before)} → ${statusOf(after)}`,
    ...[...reasonsOf([before, after])].map((reason) => `        ${reason}`),
    ...(after.output ?? []).map((member) => `        ${typeof member === 'string' ? member : JSON.stringify(member)}`),
  ]),
];
