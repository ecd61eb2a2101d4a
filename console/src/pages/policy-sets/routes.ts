import { IconStack2 } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { applicableList, differenceList, parameterList, policySetList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { moved, page } from '../../app/page-route.ts';

const list = '/app/organizations/$organization/policy-sets';
const set = `${list}/$set` as const;

export const policySetsRoutes = [
  moved('/app/$organization/settings/policy-sets/$set', set, {}),
  page(list, {
    title: 'Policy sets',
    load: () => import('./list.tsx'),
    name: 'PolicySets',
    search: listSearch(policySetList),
  }),
  page(`${list}/new`, { title: 'Create a policy set', load: () => import('./create.tsx'), name: 'NewPolicySet' }),
  page(set, { title: 'Policies and scope', load: () => import('./members.tsx'), name: 'PolicySetMembers' }),
  page(`${set}/applies-to`, {
    title: 'Applies to',
    load: () => import('./applicable.tsx'),
    name: 'ApplicableWorkspaces',
    search: listSearch(applicableList),
  }),
  page(`${set}/parameters`, {
    title: 'Parameters',
    load: () => import('./parameters.tsx'),
    name: 'PolicySetParameters',
    search: listSearch(parameterList),
  }),
  page(`${set}/trends`, { title: 'Trends', load: () => import('./trends.tsx'), name: 'PolicySetTrends' }),
  page(`${set}/settings`, { title: 'Settings', load: () => import('./settings.tsx'), name: 'PolicySetSettings' }),
  page(`${set}/replays/$replay`, {
    title: 'Replay',
    load: () => import('./replay.tsx'),
    name: 'PolicySetReplay',
    search: listSearch(differenceList),
  }),
  page(`${set}/evaluate`, {
    title: 'Evaluate a plan',
    load: () => import('./evaluate.tsx'),
    name: 'EvaluatePlan',
  }),
] as const;

export const policySetsArea: Area = {
  scope: 'organization',
  navigation: [{ label: 'Policy sets', icon: IconStack2, path: list }],
};
