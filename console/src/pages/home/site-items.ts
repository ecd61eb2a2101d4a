// Items that need a site administrator's attention.
import { useQuery } from '@tanstack/react-query';
import { boot } from '../../api/boot.ts';
import {
  certificatesQuery,
  type SystemStatus,
  systemQuery,
  troublesOf,
  withoutTwoFactorQuery,
} from '../../api/system.ts';
import { relativeTime } from '../../components/relative-time.ts';
import { dayLength } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import { jobNames } from '../../texts/job-names.ts';
import type { AttentionItem } from './attention-item.ts';

/** Problems in the system status. The numbers in the text of a finding change often and do not identify it. */
function serviceItems(status: SystemStatus): readonly AttentionItem[] {
  const { findings, jobs } = troublesOf(status);
  const path = '/app/site/system';
  return [
    ...findings.map(
      ({ check, detail, status: state }): AttentionItem => ({
        key: `finding ${check} ${detail.replaceAll(/\d+/g, '')}`,
        state,
        isUrgent: state === 'problem',
        title: detail,
        path,
      }),
    ),
    ...jobs.map(
      ({ name, failures, failure }): AttentionItem => ({
        key: `job ${name}`,
        state: failure ?? '',
        isUrgent: false,
        title: `${jobNames[name] ?? name}: Failed ${counted(failures, 'time')} in a row`,
        detail: failure ?? 'Unknown',
        path,
      }),
    ),
  ];
}

const soon = 30 * dayLength;

/** Certificates for single sign-on that have expired or expire soon. */
const endingCertificates = (
  certificates: readonly { readonly name: string; readonly 'not-after': string }[],
  now: number,
): readonly AttentionItem[] =>
  certificates
    .filter(({ 'not-after': end }) => Date.parse(end) - now < soon)
    .map(({ name, 'not-after': end }) => {
      const isExpired = Date.parse(end) <= now;
      return {
        key: `certificate ${name}`,
        state: end,
        isUrgent: isExpired,
        title: `A single sign-on certificate ${isExpired ? 'expired' : 'expires'} ${relativeTime(end, now)}`,
        detail: isExpired
          ? 'Add a new certificate in the settings.'
          : 'Add the new certificate in the settings before the old certificate expires. Until then, both certificates are accepted.',
        path: '/app/site/settings/saml',
      };
    });

const withoutTwoFactor = (count: number): readonly AttentionItem[] =>
  count === 0
    ? []
    : [
        {
          key: 'users-without-two-factor',
          state: String(count),
          isUrgent: false,
          title: `${counted(count, 'user')} without two-factor authentication`,
          detail: 'A password alone is enough to sign in to these accounts.',
          path: '/app/site/users',
          search: { filter: { 'two-factor': 'false' } },
        },
      ];

/** Returns what needs attention on this site. Empty for other users, and in an edition without site administration. */
export function useSiteItems(isAdministrator: boolean, now: number): readonly AttentionItem[] {
  const enabled = isAdministrator && boot.edition !== 'hosted';
  const { data: status } = useQuery({ ...systemQuery, enabled });
  const { data: certificates = [] } = useQuery({ ...certificatesQuery, enabled });
  const { data: count = 0 } = useQuery({ ...withoutTwoFactorQuery, enabled });
  return [
    ...(status === undefined ? [] : serviceItems(status.data.attributes)),
    ...endingCertificates(certificates, now),
    ...withoutTwoFactor(count),
  ];
}
