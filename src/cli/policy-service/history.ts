// Reads the history of a policy from a service, and formats it as a table.
import type { QueryOf, Resource } from '../../../client/index.ts';
import type { ServiceClient } from '../client/service.ts';
import { aligned } from '../terminal/output.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import type { Policy } from './policies.ts';

const path = '/api/v2/policies/{policy_id}/history';

/** Value of `filter[kind]`. */
export type HistoryKind = NonNullable<QueryOf<typeof path>['filter[kind]']>;

type Change = Resource<'policy-history-entries'>['attributes'];

export interface History {
  readonly changes: readonly Change[];
  /** Time of the oldest audit record; null if no audit records were archived. */
  readonly since: string | null;
}

/** Reads all changes of a policy, newest first. */
export async function historyOf({ client }: ServiceClient, { id }: Policy, kind?: HistoryKind): Promise<History> {
  const pageAt = (after: string | null) =>
    client.get(path, {
      params: { policy_id: id },
      query: {
        'page[size]': 100,
        ...(after !== null && { 'page[after]': after }),
        ...(kind !== undefined && { 'filter[kind]': kind }),
      },
    });
  let page = await pageAt(null);
  const changes: Change[] = page.data.map(({ attributes }) => attributes);
  while (page.meta.cursors.after !== null) {
    page = await pageAt(page.meta.cursors.after);
    changes.push(...page.data.map(({ attributes }) => attributes));
  }
  return { changes, since: page.meta['recorded-since'] };
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const valueIn = (values: object | null, name: string): unknown => Reflect.get(Object(values), name);

/** Returns the values that changed, such as `enforcement-level: advisory → mandatory`. */
const valuesText = ({ before, after }: Change): string =>
  [...new Set([before, after].flatMap((values) => Object.keys(values ?? {})))]
    .map((name) => `${name}: ${textOf(valueIn(before, name))} → ${textOf(valueIn(after, name))}`)
    .join('; ');

/** Formats the history of a policy. */
export function historyText({ changes, since }: History): string {
  const rows = changes.map((change) => [
    change.at,
    change.actor.name ?? change.actor.id ?? change.actor.kind,
    change.action,
    change['policy-sets'].map(({ id, name }) => name ?? id).join(', '),
    valuesText(change),
  ]);
  const table = aligned([['AT', 'BY', 'CHANGE', 'POLICY SETS', 'VALUES'], ...rows]);
  const lines = rows.length === 0 ? 'No changes are recorded.' : table;
  return terminalText(
    since === null ? lines : `${lines}\n\nThe history is complete from ${since} on. Older audit records were archived.`,
  );
}
