import { IconListCheck } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { evaluationList, inputList, runTaskCallList, runTaskList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { findingsSearch } from './search.ts';

const base = '/app/organizations/$organization';
const evaluations = `${base}/evaluations` as const;
const runTasks = `${base}/run-tasks` as const;

export const evaluationsRoutes = [
  page(evaluations, {
    title: 'Evaluations',
    load: async () => (await import('./list.tsx')).Evaluations,
    search: listSearch(evaluationList),
  }),
  page(`${evaluations}/$evaluation`, {
    title: 'Evaluation',
    load: async () => (await import('./evaluation.tsx')).EvaluationPage,
    search: findingsSearch,
  }),
  page(`${base}/recorded-plans`, {
    title: 'Recorded plans',
    load: async () => (await import('./recorded-plans.tsx')).RecordedPlans,
    search: listSearch(inputList),
  }),
  page(runTasks, {
    title: 'Run tasks',
    load: async () => (await import('../run-tasks/list.tsx')).RunTasks,
    search: listSearch(runTaskList),
  }),
  page(`${runTasks}/$runTask`, {
    title: 'Run task',
    load: async () => (await import('../run-tasks/run-task.tsx')).RunTaskPage,
    search: listSearch(runTaskCallList),
  }),
] as const;

/**
 * All members see this area. Without the permission to read all evaluations, a member sees only evaluations that the
 * member created.
 */
export const evaluationsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: 'Evaluations',
      icon: IconListCheck,
      path: evaluations,
      others: [
        { label: 'Recorded plans', path: `${base}/recorded-plans` },
        { label: 'Run tasks', path: runTasks },
      ],
    },
  ],
};
