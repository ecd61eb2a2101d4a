import { conditionsOf, isLate, lateAlert, secondsOf } from '../../../conditions.ts';
import { failingMail, oldestMail } from './store.ts';

const dueMetric = 'tipstaff_mail_oldest_due_timestamp_seconds';

export const mailConditions = [
  ...conditionsOf(
    { check: 'mail', fact: oldestMail, places: ['doctor', 'system', 'readyz'], page: 'settings.md#mail' },
    [
      {
        code: 'mail-waits',
        severity: 'problem',
        sentence: 'Mail has waited to be sent since {since}.',
        advice: 'Start the service, or see what its log says about the job "mail-delivery".',
        cases: (since, { now }) => isLate(since, now) && { since },
        metrics: [{ name: dueMetric, help: 'When the mail was due that has waited longest.', value: secondsOf }],
        alert: lateAlert({ name: 'TipstaffMailWaits', severity: 'warning' }, dueMetric),
      },
    ],
  ),
  ...conditionsOf(
    { check: 'mail', fact: failingMail, places: ['doctor', 'system', 'readyz'], page: 'settings.md#mail' },
    [
      {
        code: 'mail-fails',
        severity: 'warning',
        sentence: 'A mail was not sent in {attempts} attempts.',
        advice: 'Check the mail settings; the log has the answers of the server. A mail is tried for two days.',
        cases: (attempts) => attempts !== undefined && { attempts },
        metrics: [
          {
            name: 'tipstaff_mail_failed_attempts',
            help: 'How often a mail was tried that was not sent in four attempts or more.',
            value: (attempts) => attempts,
          },
        ],
        alert: {
          name: 'TipstaffMailFails',
          severity: 'warning',
          expr: 'max by (job) (tipstaff_mail_failed_attempts) > 0',
          for: '5m',
          fill: { attempts: '{{ $value }}' },
        },
      },
    ],
  ),
];
