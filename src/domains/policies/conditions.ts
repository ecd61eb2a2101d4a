import { conditionsOf, lateAlert, secondsOf } from '../../conditions.ts';
import { waitingInAll } from './evaluations/waiting-queries.ts';

const waitingMetric = 'tipstaff_evaluations_oldest_waiting_timestamp_seconds';

export const policyConditions = conditionsOf({ check: 'evaluations', fact: waitingInAll, places: [] })({
  'evaluations-wait': {
    warning: 'An evaluation has been waiting since {since}.',
    advice:
      'Check the log for errors of the job "policy-evaluation". If many plans arrive at the same time, add instances.',
    cases: () => undefined,
    metrics: {
      tipstaff_evaluations_waiting: {
        help: 'Number of evaluations with a plan but no verdict yet.',
        value: ({ total }) => total,
      },
      [waitingMetric]: {
        help: 'Creation time of the oldest evaluation with a plan but no verdict yet.',
        value: ({ oldest }) => secondsOf(oldest),
      },
    },
    alert: lateAlert('TipstaffEvaluationsWait', waitingMetric, { seconds: 900 }),
  },
});
