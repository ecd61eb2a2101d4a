import { IconShieldCheck } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { differenceList, policyHistoryList, policyList, replayList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { moved, page } from '../../app/page-route.ts';

const list = '/app/organizations/$organization/policies';
const policy = `${list}/$policy` as const;

const revisionSearch = ({ against }: Readonly<Record<string, unknown>>): { readonly against?: number } =>
  Number.isInteger(against) ? { against: Number(against) } : {};

export const policiesRoutes = [
  page(list, {
    title: 'Policies',
    load: async () => (await import('./list.tsx')).Policies,
    search: listSearch(policyList),
  }),
  page(`${list}/new`, { title: 'Create a policy', load: async () => (await import('./create.tsx')).NewPolicy }),
  page(policy, { title: 'Health', load: async () => (await import('./health.tsx')).PolicyHealth }),
  page(`${policy}/code`, { title: 'Code', load: async () => (await import('./code.tsx')).PolicyCode }),
  page(`${policy}/settings`, { title: 'Settings', load: async () => (await import('./settings.tsx')).PolicySettings }),
  page(`${policy}/history`, {
    title: 'History',
    load: async () => (await import('./history.tsx')).PolicyHistory,
    search: listSearch(policyHistoryList),
  }),
  moved(`${policy}/revisions`, `${policy}/history`, { filter: { kind: 'code' } }),
  page(`${policy}/revisions/$revision`, {
    title: 'Revision',
    load: async () => (await import('./revision.tsx')).PolicyRevision,
    search: revisionSearch,
  }),
  page(`${policy}/tests`, { title: 'Tests', load: async () => (await import('./tests.tsx')).PolicyTests }),
  page(`${policy}/exemptions`, {
    title: 'Exemptions',
    load: async () => (await import('./exemptions.tsx')).PolicyExemptions,
    search: listSearch({}),
  }),
  page(`${policy}/replays`, {
    title: 'Replays',
    load: async () => (await import('./replays.tsx')).PolicyReplays,
    search: listSearch(replayList),
  }),
  page(`${policy}/replays/$replay`, {
    title: 'Replay',
    load: async () => (await import('./replay.tsx')).PolicyReplay,
    search: listSearch(differenceList),
  }),
] as const;

export const policiesArea: Area = {
  scope: 'organization',
  navigation: [{ label: 'Policies', icon: IconShieldCheck, path: list }],
};
