import { conditionsOf, isLate, lateAlert, secondsOf, serviceFact } from '../../conditions.ts';
import { stateFact } from '../../runtime/state/instance-state.ts';
import { auditAnchor, rollbackAdvice } from './anchor.ts';
import { readStartHead } from './chain-head.ts';
import { oldestUnsealed } from './store.ts';

const rollback = serviceFact((service) => auditAnchor(service).rollback());

const unsealedMetric = 'tipstaff_audit_oldest_unsealed_timestamp_seconds';

export const auditConditions = [
  ...conditionsOf({ check: 'database', fact: rollback, places: ['system', 'readyz'] })({
    'database-set-back': {
      problem: 'The database was reset to an earlier state.',
      advice: rollbackAdvice,
      page: 'operate/backup.md#restore',
      cases: (found) => found && {},
    },
  }),
  ...conditionsOf({ check: 'audit record', fact: oldestUnsealed, places: ['doctor', 'system', 'readyz'] })({
    'audit-unsealed': {
      problem: 'Audit records have been waiting to be sealed since {since}.',
      advice: 'Start the service. If it is running, check its log for errors of the job "audit-sealing".',
      cases: (since, { now }) => isLate(since, now) && { since },
      metrics: {
        [unsealedMetric]: { help: 'Time of the oldest audit record that is not sealed yet.', value: secondsOf },
      },
      alert: lateAlert('TipstaffAuditUnsealed', unsealedMetric, { severity: 'critical' }),
    },
  }),
  ...conditionsOf({ check: 'audit record', fact: stateFact('audit-start'), places: ['doctor'] })({
    'audit-archived': {
      ok: 'The first {sequence} audit records have been archived. The audit chain starts after the archived records.',
      cases: (start) => readStartHead(start) && { ...readStartHead(start) },
    },
  }),
];
