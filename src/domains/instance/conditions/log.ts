// Writes operator conditions to the service's log.
import type { Condition } from '../../../conditions.ts';
import type { Context } from '../../../context.ts';
import { repeat } from '../../../runtime/jobs/repeat.ts';
import { conditionsAt, findingOf, judge } from './findings.ts';
import { serviceFacts } from './service-facts.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/**
 * Checks the conditions at intervals of `every` milliseconds. A condition that holds is logged. It is logged again
 * after an hour if it is a problem, or after a day if it is a warning.
 */
export function logConditions(context: Context, all: readonly Condition[], every = minute): AsyncDisposable {
  const { clock, config, log } = context;
  const conditions = conditionsAt('log', all);
  const loggedAt = new Map<string, number>();
  return repeat({ every, first: 'at once' }, async () => {
    const facts = await serviceFacts(
      context,
      conditions.map(({ fact }) => fact),
    );
    const now = clock.now();
    for (const judgement of judge(conditions, facts, { now, config })) {
      const { code, status, detail } = findingOf(judgement);
      if (now - (loggedAt.get(detail) ?? 0) < (status === 'problem' ? hour : day)) continue;
      loggedAt.set(detail, now);
      log.warn({ condition: code }, detail);
    }
  });
}
