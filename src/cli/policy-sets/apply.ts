// Applies the changes of declared policy sets on a service. If the service refuses one change, none is made.
import type { Resource } from '../../../client/index.ts';
import { recordOf } from '../../lib/functions/records.ts';
import { refusalIn, withOutcome } from '../client/service-failure.ts';
import type { OrganizationService } from '../policy-service/organization-service.ts';
import type { PolicySet } from '../policy-service/policies.ts';
import { CommandFailed, type CommandProblem } from '../terminal/command.ts';
import type { SetValues } from './declared-set.ts';
import { type MemberChange, type PolicySetChange, targetOf } from './set-changes.ts';

/**
 * Sends all changes in one request. Throws `CommandFailed` if the service refuses one of them. In this case nothing was
 * changed.
 */
export async function applyChanges(
  { client, params }: OrganizationService,
  changes: readonly PolicySetChange[],
): Promise<void> {
  const created = changes.filter(({ present }) => present === undefined);
  const changed = changes.flatMap(({ present, ...change }) => (present === undefined ? [] : [{ ...change, present }]));
  const attributes = { creations: created.map(creation), changes: changed.map(update) };
  try {
    await client.post('/api/v2/organizations/{organization_name}/policy-sets/actions/apply', {
      params,
      body: { data: { type: 'policy-set-changes', attributes } },
      needs: [],
    });
  } catch (error) {
    const problems = refusalIn(error).map((problem) => placed(problem, { created, changed }));
    throw new CommandFailed(...withOutcome(problems, 'No policy set was created or changed.'));
  }
}

/** Adds to a problem the file and line of the declaration that was refused. */
function placed(
  problem: CommandProblem,
  { created, changed }: Readonly<Record<'created' | 'changed', readonly PolicySetChange[]>>,
): CommandProblem {
  const [, list, index] = /^\/data\/attributes\/(creations|changes)\/(\d+)/.exec(problem.pointer ?? '') ?? [];
  const change = (list === 'creations' ? created : changed)[Number(index)];
  return change === undefined ? problem : { ...problem, detail: `${change.declared.place}: ${problem.detail}` };
}

/** Returns the relationships of a policy set, with the members to add or to remove. */
const relationships = (
  members: readonly MemberChange[],
  which: 'added' | 'removed',
): Resource<'createPolicySet-input-data-relationships'> => {
  const identifiers = new Map<string, object>(
    members.map(({ type, [which]: records }) => [type, records.map(({ id }) => ({ id, type: targetOf(type) }))]),
  );
  return recordOf(identifiers.keys(), (type) => ({ data: identifiers.get(type) }));
};

const creation = ({ declared: { name, kind = 'opa', attributes }, members }: PolicySetChange) => ({
  attributes: { name, kind, ...attributes },
  relationships: relationships(members, 'added'),
});

const update = ({ present, attributes, members }: PolicySetChange & { readonly present: PolicySet }) => ({
  id: present.id,
  attributes: recordOf<SetValues>(
    attributes.map(({ name }) => name),
    (name) => attributes.find((each) => each.name === name)?.after,
  ),
  added: relationships(members, 'added'),
  removed: relationships(members, 'removed'),
});
