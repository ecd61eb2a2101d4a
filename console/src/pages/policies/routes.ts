import { IconShieldCheck } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { differenceList, policyList, replayList, revisionList } from '../../api/list-specs.ts';
import { canManagePolicies } from '../../api/organizations.ts';
import { type Area, where } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

const list = '/app/organizations/$organization/policies';
const policy = `${list}/$policy` as const;

const revisionSearch = ({ against }: Readonly<Record<string, unknown>>): { readonly against?: number } =>
  Number.isInteger(against) ? { against: Number(against) } : {};

export const policiesRoutes = [
  page(list, {
    title: () => t.policies,
    load: () => import('./list.tsx'),
    name: 'Policies',
    search: listSearch(policyList),
  }),
  page(`${list}/new`, { title: () => t.newPolicy, load: () => import('./create.tsx'), name: 'NewPolicy' }),
  page(policy, { title: () => t.health, load: () => import('./health.tsx'), name: 'PolicyHealth' }),
  page(`${policy}/code`, { title: () => t.code, load: () => import('./code.tsx'), name: 'PolicyCode' }),
  page(`${policy}/settings`, { title: () => t.settings, load: () => import('./settings.tsx'), name: 'PolicySettings' }),
  page(`${policy}/revisions`, {
    title: () => t.revisions,
    load: () => import('./revisions.tsx'),
    name: 'PolicyRevisions',
    search: listSearch(revisionList),
  }),
  page(`${policy}/revisions/$revision`, {
    title: () => t.revision,
    load: () => import('./revision.tsx'),
    name: 'PolicyRevision',
    search: revisionSearch,
  }),
  page(`${policy}/tests`, { title: () => t.tests, load: () => import('./tests.tsx'), name: 'PolicyTests' }),
  page(`${policy}/exemptions`, {
    title: () => t.exemptions,
    load: () => import('./exemptions.tsx'),
    name: 'PolicyExemptions',
    search: listSearch({}),
  }),
  page(`${policy}/replays`, {
    title: () => t.replays,
    load: () => import('./replays.tsx'),
    name: 'PolicyReplays',
    search: listSearch(replayList),
  }),
  page(`${policy}/replays/$replay`, {
    title: () => t.replay,
    load: () => import('./replay.tsx'),
    name: 'PolicyReplay',
    search: listSearch(differenceList),
  }),
] as const;

export const policiesArea: Area = {
  scope: 'organization',
  navigation: [{ label: () => t.policies, icon: IconShieldCheck, path: list, isShown: where(canManagePolicies) }],
};
