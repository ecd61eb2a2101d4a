// Replays a change on a service before the change is made, to count the recorded plans that would newly fail.
import { type Static, Type } from 'typebox';
import { ApiFailure, isMissing, unknownService } from '../../../client/failure.ts';
import { unknownBecause, unknownEffect } from '../../../client/tightening.ts';
import { validate } from '../../jsonapi/validate.ts';
import { durationIn, inWords } from '../../lib/text/durations.ts';
import { counted, withFullStop } from '../../lib/text/text.ts';
import type { ServiceClient } from '../client/service.ts';
import { isRefusal, problemsOf } from '../client/service-failure.ts';
import type { replayOptions } from '../commands/options.ts';
import { type CommandProblem, type Terminal, UsageError } from '../terminal/command.ts';
import type { OptionValues } from '../terminal/options.ts';
import { terminalLine } from '../terminal/terminal-text.ts';
import { endOf, type Replay } from './replay.ts';

/** A change that can make more plans fail, with the path and the content of the request that replays the change. */
export interface TriedChange {
  /** The change as a sentence without a full stop, such as `the policy no-kms becomes mandatory`. */
  readonly sentence: string;
  /** URL path of the policy or policy set. */
  readonly path: string;
  readonly attributes?: object;
  readonly relationships?: object;
}

/** Effect of a change that can make more plans fail: how many plans would newly fail, or why this is not known. */
export interface ChangeEffect {
  readonly sentence: string;
  /** The replay of the change. Its status is not `finished` if the time limit was reached. */
  readonly replay?: Replay;
  /** Sentence that says why the number of plans that would newly fail is not known. */
  readonly reason?: string;
}

/**
 * Maximum number of replays of one command. The service accepts the same number of unfinished replays for each
 * organization.
 */
const maxReplays = 5;
const [defaultTimeout, maxTimeout] = [120_000, 3_600_000];

/** Replays the changes of one command, within one time limit. */
export class EffectReplays {
  readonly #service: ServiceClient;
  readonly #progress: Terminal['progress'];
  readonly #timeout: number;
  #deadline: number | undefined;
  #count = 0;

  /** Throws `UsageError` if the time limit is not a duration of at most one hour. */
  constructor(
    service: ServiceClient,
    { replayTimeout }: Pick<OptionValues<typeof replayOptions>, 'replayTimeout'>,
    { progress }: Pick<Terminal, 'progress'>,
  ) {
    const timeout = replayTimeout === undefined ? defaultTimeout : durationIn(replayTimeout);
    if (timeout === undefined || timeout < 1 || timeout > maxTimeout)
      throw new UsageError('--replay-timeout must be a duration from 1ms to 1h, such as 30s.');
    this.#service = service;
    this.#progress = progress;
    this.#timeout = timeout;
  }

  /** Replays one change. If the service refuses, the effect contains the reason instead of the replay. */
  async effectOf({ sentence, ...tried }: TriedChange): Promise<ChangeEffect> {
    this.#deadline ??= Date.now() + this.#timeout;
    const left = this.#deadline - Date.now();
    if (left <= 0)
      return { sentence, reason: unknownBecause(`the time limit of ${inWords(this.#timeout / 1_000)} was reached`) };
    if (this.#count === maxReplays)
      return { sentence, reason: unknownBecause(`one command replays at most ${maxReplays} changes`) };
    this.#count += 1;
    this.#progress(`Replaying recorded plans, because ${sentence}.`);
    try {
      const id = await createdReplay(this.#service, tried);
      const replay = await endOf(this.#service, id, { maxTime: left, progress: this.#progress });
      // An older service ignores members of the request that it does not know, so it would replay a different change.
      const { 'newly-failing-workspaces': workspaces, 'inputs-total': total } = replay.attributes;
      if (workspaces === undefined) return { sentence, reason: tooOld(this.#service) };
      return total === 0 ? { sentence, replay, reason: unaffected } : { sentence, replay };
    } catch (error) {
      if (!(error instanceof ApiFailure) || !(isRefusal(error) || isMissing(error))) throw error;
      return { sentence, reason: reasonIn(error) };
    }
  }
}

const created = Type.Object({ data: Type.Object({ id: Type.String() }) });

async function createdReplay(
  { client, url }: ServiceClient,
  { path, attributes, relationships }: Omit<TriedChange, 'sentence'>,
): Promise<string> {
  const data = {
    type: 'policy-replays',
    attributes: { ...attributes, 'applicable-only': true },
    ...(relationships && { relationships }),
  };
  const { document } = await client.untyped.answer({
    method: 'post',
    path: `${path}/replays`,
    body: { data },
    needs: [],
  });
  const result: { readonly value: Static<typeof created> } | object = validate(created, document);
  if ('value' in result) return result.value.data.id;
  throw unknownService(url);
}

const unaffected = unknownBecause('the change affects no recorded plan');

/** Returns the reason if the service is too old to replay the change. */
export const tooOld = ({ url }: ServiceClient): string =>
  unknownBecause(`${url} is older than this version of tipstaff`);

/** Returns the reason why the service refused to create a replay. */
function reasonIn(error: ApiFailure): string {
  const isEmpty = error.problems.some(({ code, pointer }) => code === 'no-such-record' && pointer === undefined);
  return isEmpty ? unknownBecause('no plans are recorded') : refusedReplay(problemsOf(error));
}

/** Returns the reason if the service refused to replay the change because of these problems. */
export const refusedReplay = (problems: readonly CommandProblem[]): string =>
  `${unknownEffect}. ${problems.map(({ detail }) => withFullStop(detail)).join(' ')}`;

/** Number of recorded plans that newly fail in the finished part of a replay. */
export const newlyFailing = ({ replay }: ChangeEffect): number =>
  replay?.attributes['result-counts']['newly-failing'] ?? 0;

/** Returns a heading and one line for each change; no lines if there are no changes. */
export const effectLines = (effects: readonly ChangeEffect[]): readonly string[] =>
  effects.length === 0
    ? []
    : [
        'These changes can make more plans fail:',
        ...effects.map((effect) => terminalLine(`  ${effect.sentence}. ${effect.reason ?? numbersOf(effect)}`)),
      ];

function numbersOf({ replay }: ChangeEffect): string {
  if (replay === undefined) return '';
  const { status, 'inputs-total': total, 'inputs-done': done, 'result-counts': count } = replay.attributes;
  const { 'newly-failing': failing, errored, 'not-replayable': notReplayable } = count;
  const workspaces = counted(replay.attributes['newly-failing-workspaces'] ?? 0, 'workspace');
  const unknown = errored + notReplayable;
  return [
    `Of ${counted(done, 'recorded plan')}, ${failing === 0 ? 'none' : failing} would newly fail${failing === 0 ? '' : `, in ${workspaces}`}.`,
    ...(unknown === 0 ? [] : [`${counted(unknown, 'plan')} could not be evaluated or compared.`]),
    ...(status === 'finished'
      ? []
      : [`The replay ${replay.id} has not finished: ${counted(total - done, 'more plan')} must be evaluated.`]),
  ].join(' ');
}

/** Returns an effect as JSON. */
export const jsonOfEffect = ({ sentence, replay, reason }: ChangeEffect): object => ({
  change: sentence,
  reason: reason ?? null,
  replay:
    replay === undefined
      ? null
      : {
          id: replay.id,
          status: replay.attributes.status,
          'inputs-total': replay.attributes['inputs-total'],
          'inputs-done': replay.attributes['inputs-done'],
          'newly-failing': newlyFailing({ sentence, replay }),
          'newly-failing-workspaces': replay.attributes['newly-failing-workspaces'] ?? 0,
        },
});
