import { conditionsOf, isLate, lateAlert, secondsOf } from '../../../conditions.ts';
import { failingMail, oldestMail } from './store.ts';

const dueMetric = 'tipstaff_mail_oldest_due_timestamp_seconds';
const common = { check: 'mail', places: ['doctor', 'system', 'readyz'], page: 'settings.md#mail' } as const;

export const mailConditions = [
  ...conditionsOf({ ...common, fact: oldestMail })({
    'mail-waits': {
      problem: 'Mail has waited to be sent since {since}.',
      advice: 'Start the service, or see what its log says about the job "mail-delivery".',
      cases: (since, { now }) => isLate(since, now) && { since },
      metrics: { [dueMetric]: { help: 'When the mail was due that has waited longest.', value: secondsOf } },
      alert: lateAlert('TipstaffMailWaits', dueMetric),
    },
  }),
  ...conditionsOf({ ...common, fact: failingMail })({
    'mail-fails': {
      warning: 'A mail was not sent in {attempts} attempts.',
      advice: 'Check the mail settings; the log has the answers of the server. A mail is tried for two days.',
      cases: (attempts) => attempts !== undefined && { attempts },
      metrics: {
        tipstaff_mail_failed_attempts: {
          help: 'How often a mail was tried that was not sent in four attempts or more.',
          value: (attempts) => attempts,
        },
      },
      alert: {
        name: 'TipstaffMailFails',
        expr: 'max by (job) (tipstaff_mail_failed_attempts) > 0',
        fill: { attempts: '{{ $value }}' },
      },
    },
  }),
];
