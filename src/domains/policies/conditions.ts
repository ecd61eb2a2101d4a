import { conditionsOf, lateAlert, secondsOf } from '../../conditions.ts';
import { waitingInAll } from './evaluations/store.ts';

const waitingMetric = 'tipstaff_evaluations_oldest_waiting_timestamp_seconds';

export const policyConditions = conditionsOf({ check: 'evaluations', fact: waitingInAll, places: [] })({
  'evaluations-wait': {
    warning: 'An evaluation has waited since {since}.',
    advice: 'See what the log says about the job "policy-evaluation"; many plans at the same time need more instances.',
    cases: () => undefined,
    metrics: {
      tipstaff_evaluations_waiting: {
        help: 'Number of evaluations with a plan but no verdict yet.',
        value: ({ total }) => total,
      },
      [waitingMetric]: {
        help: 'When the oldest of these evaluations was created.',
        value: ({ oldest }) => secondsOf(oldest),
      },
    },
    alert: lateAlert('TipstaffEvaluationsWait', waitingMetric, { seconds: 900 }),
  },
});
