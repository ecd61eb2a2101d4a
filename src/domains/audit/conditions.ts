import { conditionsOf, isLate, lateAlert, type MachineFact, secondsOf } from '../../conditions.ts';
import { stateFact } from '../../runtime/state/instance-state.ts';
import { auditAnchor, type Rollback, rollbackAdvice } from './anchor.ts';
import { readStartHead } from './chain-head.ts';
import { oldestUnsealed } from './store.ts';

const rollback: MachineFact<Rollback | undefined> = {
  of: 'machine',
  read: async (_, service) => service && auditAnchor(service).rollback(),
};

const unsealedMetric = 'tipstaff_audit_oldest_unsealed_timestamp_seconds';

export const auditConditions = [
  ...conditionsOf(
    { check: 'database', fact: rollback, places: ['system', 'readyz'], page: 'operate/backup.md#restore' },
    [
      {
        code: 'database-set-back',
        severity: 'problem',
        sentence: 'The database was set back to an earlier time.',
        advice: rollbackAdvice,
        cases: (found) => found && {},
      },
    ],
  ),
  ...conditionsOf({ check: 'audit record', fact: oldestUnsealed, places: ['doctor', 'system', 'readyz'] }, [
    {
      code: 'audit-unsealed',
      severity: 'problem',
      sentence: 'Audit records have waited to be sealed since {since}.',
      advice: 'Start the service, or see what the log says about the job "audit-sealing".',
      cases: (since, { now }) => isLate(since, now) && { since },
      metrics: [
        {
          name: unsealedMetric,
          help: 'When the oldest audit record was written that is not sealed.',
          value: secondsOf,
        },
      ],
      alert: lateAlert({ name: 'TipstaffAuditUnsealed', severity: 'critical' }, unsealedMetric),
    },
  ]),
  ...conditionsOf({ check: 'audit record', fact: stateFact('audit-start'), places: ['doctor'] }, [
    {
      code: 'audit-archived',
      severity: 'ok',
      sentence: 'The first {count} records went into archives, and the chain begins after those.',
      cases: (start) => {
        const head = readStartHead(start);
        return head && { count: head.sequence };
      },
    },
  ]),
];
