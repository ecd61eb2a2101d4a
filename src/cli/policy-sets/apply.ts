// Changes policy sets on a service: all that a file declares, or nothing.

import { ServiceRefusal, sendTo, withOutcome } from '../client/service-client.ts';
import type { Home } from '../policy-service/records.ts';
import { CommandFailed, type CommandProblem } from '../terminal/command.ts';
import { type MemberChange, type SetChange, targetOf } from './set-changes.ts';

/** Carries out changes in one request. Throws `CommandFailed` where the service refuses one: then nothing has changed. */
export async function applyChanges({ organization, service }: Home, changes: readonly SetChange[]): Promise<void> {
  const created = changes.filter(({ present }) => present === undefined);
  const changed = changes.filter(({ present }) => present !== undefined);
  const attributes = { creations: created.map(creation), changes: changed.map(update) };
  const path = `/api/v2/organizations/${encodeURIComponent(organization)}/policy-sets/actions/apply`;
  const body = JSON.stringify({ data: { type: 'policy-set-changes', attributes } });
  try {
    await sendTo(service, { method: 'POST', path, body });
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    const problems = error.problems.map((problem) => placed(problem, { created, changed }));
    throw new CommandFailed(...withOutcome(problems, 'No policy set was created or changed.'));
  }
}

/** A problem with the place in the file of what was refused. */
function placed(
  problem: CommandProblem,
  { created, changed }: Readonly<Record<'created' | 'changed', readonly SetChange[]>>,
): CommandProblem {
  const [, list, index] = /^\/data\/attributes\/(creations|changes)\/(\d+)/.exec(problem.pointer ?? '') ?? [];
  const change = (list === 'creations' ? created : changed)[Number(index)];
  return change === undefined ? problem : { ...problem, detail: `${change.declared.place}: ${problem.detail}` };
}

const identifiers = (type: MemberChange['type'], records: readonly { readonly id: string }[]) =>
  records.map(({ id }) => ({ id, type: targetOf(type) }));

/** The relationships with those members that a change adds, or removes. */
const relationships = (members: readonly MemberChange[], which: 'added' | 'removed') =>
  Object.fromEntries(members.map((member) => [member.type, { data: identifiers(member.type, member[which]) }]));

function creation({ declared, members }: SetChange): object {
  const { name, kind, attributes } = declared;
  return {
    // Without a kind it is the native one, whose name is another one in other vocabularies.
    attributes: { name, ...attributes, ...(kind !== 'native' && { kind: 'opa' }) },
    relationships: relationships(members, 'added'),
  };
}

const update = ({ present, attributes, members }: SetChange): object => ({
  id: present?.id,
  attributes: Object.fromEntries(attributes.map(({ name, after }) => [name, after])),
  added: relationships(members, 'added'),
  removed: relationships(members, 'removed'),
});
