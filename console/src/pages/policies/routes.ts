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
    load: () => import('./list.tsx'),
    name: 'Policies',
    search: listSearch(policyList),
  }),
  page(`${list}/new`, { title: 'Create a policy', load: () => import('./create.tsx'), name: 'NewPolicy' }),
  page(policy, { title: 'Health', load: () => import('./health.tsx'), name: 'PolicyHealth' }),
  page(`${policy}/code`, { title: 'Code', load: () => import('./code.tsx'), name: 'PolicyCode' }),
  page(`${policy}/settings`, { title: 'Settings', load: () => import('./settings.tsx'), name: 'PolicySettings' }),
  page(`${policy}/history`, {
    title: 'History',
    load: () => import('./history.tsx'),
    name: 'PolicyHistory',
    search: listSearch(policyHistoryList),
  }),
  moved(`${policy}/revisions`, `${policy}/history`, { filter: { kind: 'code' } }),
  page(`${policy}/revisions/$revision`, {
    title: 'Revision',
    load: () => import('./revision.tsx'),
    name: 'PolicyRevision',
    search: revisionSearch,
  }),
  page(`${policy}/tests`, { title: 'Tests', load: () => import('./tests.tsx'), name: 'PolicyTests' }),
  page(`${policy}/exemptions`, {
    title: 'Exemptions',
    load: () => import('./exemptions.tsx'),
    name: 'PolicyExemptions',
    search: listSearch({}),
  }),
  page(`${policy}/replays`, {
    title: 'Replays',
    load: () => import('./replays.tsx'),
    name: 'PolicyReplays',
    search: listSearch(replayList),
  }),
  page(`${policy}/replays/$replay`, {
    title: 'Replay',
    load: () => import('./replay.tsx'),
    name: 'PolicyReplay',
    search: listSearch(differenceList),
  }),
] as const;

export const policiesArea: Area = {
  scope: 'organization',
  navigation: [{ label: 'Policies', icon: IconShieldCheck, path: list }],
};
