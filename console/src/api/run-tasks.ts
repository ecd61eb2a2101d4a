// Run tasks: addresses that a run platform calls to have the plans of its runs evaluated.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { runTaskCallList, runTaskList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export type RunTask = Resource<'policy-run-tasks'>;
export type RunTaskCall = Resource<'policy-run-task-calls'>;

const ofRunTask = (id: string) => ({ policy_run_task_id: id });

/** The run tasks of an organization, by name. */
export const runTasksQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('run-tasks', 'list', organization, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/policy-run-tasks', {
          signal,
          params: { path: { organization_name: organization }, query: listQuery(runTaskList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const runTaskQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('run-tasks', 'one', id),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/policy-run-tasks/{policy_run_task_id}', { signal, params: { path: ofRunTask(id) } })),
  });

/** The calls of a run task, the newest first. */
export const runTaskCallsQuery = (id: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('run-tasks', 'calls', id, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policy-run-tasks/{policy_run_task_id}/calls', {
          signal,
          params: { path: ofRunTask(id), query: listQuery(runTaskCallList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Reads the lists again, and one run task that is still there. */
export const refreshRunTasks = (queryClient: QueryClient, id?: string) =>
  refresh(queryClient, keyOf('run-tasks', 'list'), ...(id === undefined ? [] : [keyOf('run-tasks', 'one', id)]));

export interface RunTaskInput {
  readonly name: string;
  readonly enabled: boolean;
  readonly 'allowed-hosts': readonly string[];
  readonly 'external-outcomes-minutes': number;
}

const mutable = (input: RunTaskInput) => ({ ...input, 'allowed-hosts': [...input['allowed-hosts']] });

/** Creates a run task; the platform signs its calls with the key. */
export const createRunTask = (organization: string, key: string, input: RunTaskInput) =>
  read(
    api.POST('/api/v2/organizations/{organization_name}/policy-run-tasks', {
      params: { path: { organization_name: organization } },
      body: { data: { type: 'policy-run-tasks', attributes: { ...mutable(input), 'hmac-key': key } } },
    }),
  );

/** Changes a run task; its key stays where none is given. */
export const updateRunTask = (id: string, key: string | undefined, input: RunTaskInput) =>
  read(
    api.PATCH('/api/v2/policy-run-tasks/{policy_run_task_id}', {
      params: { path: ofRunTask(id) },
      body: {
        data: {
          type: 'policy-run-tasks',
          attributes: { ...mutable(input), ...(key !== undefined && { 'hmac-key': key }) },
        },
      },
    }),
  );

export const deleteRunTask = (id: string) =>
  send(api.DELETE('/api/v2/policy-run-tasks/{policy_run_task_id}', { params: { path: ofRunTask(id) } }));
