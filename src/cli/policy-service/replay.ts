// Replays a policy of a service: evaluates it with inputs that the organization records, to see what a change would break.
import { type Static, Type } from 'typebox';
import type { DifferenceAttributes, ReplayAttributes } from '../../domains/policies/commands.ts';
import { poll } from '../client/poll.ts';
import { attributesOf } from '../client/record-schema.ts';
import { answerTo, pathOfLink, recordsAt, type ServiceRequest } from '../client/service-client.ts';
import type { policyServiceCommands } from '../commands/policy.ts';
import { NotChecked, type OptionsOf } from '../terminal/command.ts';
import { bytesIn } from '../terminal/file.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { type Home, policyNamed, workspaceNamed } from './records.ts';
import { wholeNumber } from './revision-diff.ts';

/** The code to try, and the inputs to try it on. */
type ReplayOptions = OptionsOf<typeof policyServiceCommands.replay>;

const replayAnswer = Type.Object({
  data: Type.Object({
    id: Type.String(),
    attributes: Type.Intersect([
      attributesOf<ReplayAttributes>()('status', 'compared-with', 'inputs-total', 'inputs-done', 'unmatched-rules'),
      Type.Object({ 'result-counts': attributesOf<ReplayAttributes['result-counts']>()('newly-failing', 'errored') }),
    ]),
    links: Type.Object({ self: Type.String(), differences: Type.String() }),
  }),
});

type Replay = Static<typeof replayAnswer>['data'];

type PolicyDifference = DifferenceAttributes['policies'][number];

const differenceAnswer = Type.Object({
  attributes: Type.Intersect([
    attributesOf<DifferenceAttributes>()('workspace-name', 'evaluated-at', 'result', 'problem'),
    Type.Object({ policies: Type.Array(attributesOf<PolicyDifference>()('policy-name', 'before', 'after')) }),
  ]),
});

type Difference = Static<typeof differenceAnswer>['attributes'];

/** Result of a replay. */
export interface ReplayReport {
  readonly replay: Replay;
  readonly differences: readonly Difference[];
}

/** Creates a replay and waits for its end; throws `NotChecked` where it does not come to one. */
export async function replayOnService(
  home: Home,
  name: string,
  options: ReplayOptions,
  progress: (sentence: string) => void,
): Promise<ReplayReport> {
  const { service } = home;
  const { id } = await policyNamed(home, name);
  const body = JSON.stringify({ data: await documentOf(home, options) });
  const created = await replayFrom(home, { method: 'POST', path: `/api/v2/policies/${id}/replays`, body });
  progress(`${created.id} replays ${name} over ${inputs(created.attributes['inputs-total'])}.`);
  const replay = await endOf(home, created, progress);
  if (replay.attributes.status === 'canceled') throw new NotChecked(`The replay ${replay.id} was canceled.`);
  const { differences } = replay.links;
  const listed = await recordsAt(service, pathOfLink(differences), differenceAnswer);
  return { replay, differences: listed.map(({ attributes }) => attributes) };
}

const replayFrom = async ({ service }: Home, request: ServiceRequest): Promise<Replay> =>
  (await answerTo(service, request, replayAnswer)).data;

async function documentOf(home: Home, options: ReplayOptions): Promise<object> {
  const { code, query, enforcementLevel: level, workspace, since, until } = options;
  const attributes = {
    ...(code !== undefined && { code: (await bytesIn(code)).toString('utf8') }),
    ...(query !== undefined && { query }),
    ...(options.revision !== undefined && { revision: wholeNumber(options.revision, '--revision') }),
    ...(level !== undefined && { 'enforcement-level': level }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(options.maxInputs !== undefined && { 'max-inputs': wholeNumber(options.maxInputs, '--max-inputs') }),
  };
  const id = workspace && (await workspaceNamed(home, workspace));
  const relationships = id === undefined ? {} : { workspace: { data: { type: 'workspaces', id } } };
  return { type: 'policy-replays', attributes, relationships };
}

/** In milliseconds. */
const maxTime = 3_600_000;

async function endOf(home: Home, { id, links }: Replay, progress: (sentence: string) => void): Promise<Replay> {
  let reported = 0;
  const read = async (): Promise<Replay> => {
    const replay = await replayFrom(home, { path: pathOfLink(links.self) });
    const { 'inputs-done': done, 'inputs-total': total } = replay.attributes;
    if (done > reported && done < total) progress(`${done} of ${inputs(total)} done.`);
    reported = done;
    return replay;
  };
  const isLast = ({ attributes: { status } }: Replay): boolean => status === 'finished' || status === 'canceled';
  const last = await poll(read, { isLast, maxTime });
  if (last !== undefined) return last;
  throw new NotChecked(
    `The replay ${id} did not finish within an hour: check ${home.service.url}${pathOfLink(links.self)} later.`,
  );
}

const inputs = (count: number): string => `${count} ${count === 1 ? 'input' : 'inputs'}`;

/** 0 where nothing newly fails, 1 where something does, 2 where an input could not be evaluated and nothing newly fails. */
export function exitCodeOf({ replay }: ReplayReport): 0 | 1 | 2 {
  const { 'newly-failing': failing, errored } = replay.attributes['result-counts'];
  if (failing > 0) return 1;
  return errored > 0 ? 2 : 0;
}

/** Result of a replay as text for people: each input that differs, the rules that never matched, the numbers. */
export function textOf({ replay, differences }: ReplayReport): string {
  const { 'result-counts': count, 'unmatched-rules': unmatched, ...attributes } = replay.attributes;
  const other = attributes['compared-with'] === 'current' ? 'the current policies' : 'the recorded results';
  const numbers = Object.entries(count).map(([name, number]) => `${number} ${name.replace('-', ' ')}`);
  const lines = [
    ...differences.flatMap(linesOf),
    ...(unmatched ?? []).map(({ name, file, row }) => `never matched: ${name} (${file}:${row})`),
    `${inputs(attributes['inputs-total'])}, compared with ${other}: ${numbers.join(', ')}.`,
  ];
  return terminalText(lines.join('\n'));
}

const linesOf = (difference: Difference): readonly string[] => [
  `${difference.result}: ${difference['workspace-name'] ?? 'no workspace'}, evaluated ${difference['evaluated-at']}`,
  ...(difference.problem === null ? [] : [`    ${difference.problem}`]),
  ...difference.policies.flatMap(({ 'policy-name': name, before, after }) => [
    `    ${name}: ${before?.status ?? 'not there'} → ${after.status}`,
    ...(after.output ?? []).map((member) => `        ${typeof member === 'string' ? member : JSON.stringify(member)}`),
  ]),
];
