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
    load: async () => (await import('./list.tsx')).PolicySets,
    search: listSearch(policySetList),
  }),
  page(`${list}/new`, { title: 'Create a policy set', load: async () => (await import('./create.tsx')).NewPolicySet }),
  page(set, { title: 'Policies and scope', load: async () => (await import('./members.tsx')).PolicySetMembers }),
  page(`${set}/applies-to`, {
    title: 'Applies to',
    load: async () => (await import('./applicable.tsx')).ApplicableWorkspaces,
    search: listSearch(applicableList),
  }),
  page(`${set}/parameters`, {
    title: 'Parameters',
    load: async () => (await import('./parameters.tsx')).PolicySetParameters,
    search: listSearch(parameterList),
  }),
  page(`${set}/trends`, { title: 'Trends', load: async () => (await import('./trends.tsx')).PolicySetTrends }),
  page(`${set}/settings`, { title: 'Settings', load: async () => (await import('./settings.tsx')).PolicySetSettings }),
  page(`${set}/replays/$replay`, {
    title: 'Replay',
    load: async () => (await import('./replay.tsx')).PolicySetReplay,
    search: listSearch(differenceList),
  }),
  page(`${set}/evaluate`, {
    title: 'Evaluate a plan',
    load: async () => (await import('./evaluate.tsx')).EvaluatePlan,
  }),
] as const;

export const policySetsArea: Area = {
  scope: 'organization',
  navigation: [{ label: 'Policy sets', icon: IconStack2, path: list }],
};
