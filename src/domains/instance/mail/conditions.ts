import { conditionsOf, isLate, lateAlert, secondsOf } from '../../../conditions.ts';
import { failingMail, oldestMail } from './store.ts';

const dueMetric = 'tipstaff_mail_oldest_due_timestamp_seconds';
const common = { check: 'mail', places: ['doctor', 'system', 'readyz'], page: 'settings.md#mail' } as const;

export const mailConditions = [
  ...conditionsOf({ ...common, fact: oldestMail })({
    'mail-waits': {
      problem: 'Mail has been waiting to be sent since {since}.',
      advice: 'Start the service. If it is running, check its log for the job "mail-delivery".',
      cases: (since, { now }) => isLate(since, now) && { since },
      metrics: { [dueMetric]: { help: 'Due time of the mail that has been waiting longest.', value: secondsOf } },
      alert: lateAlert('TipstaffMailWaits', dueMetric),
    },
  }),
  ...conditionsOf({ ...common, fact: failingMail })({
    'mail-fails': {
      warning: 'A mail could not be sent in {attempts} attempts.',
      advice:
        'Check the mail settings. The log contains the replies of the mail server. Sending is retried for two days.',
      cases: (attempts) => attempts !== undefined && { attempts },
      metrics: {
        tipstaff_mail_failed_attempts: {
          help: 'Highest number of attempts to send a mail that has failed at least four times.',
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
