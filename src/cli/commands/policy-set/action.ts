import { counted, sentenceCase } from '../../../lib/text/text.ts';
import { type OrganizationService, organizationFrom } from '../../policy-service/organization-service.ts';
import { listedInSet, type PolicySet, policySetNamed, policySetsOf } from '../../policy-service/policies.ts';
import { projectsOf, workspacesOf } from '../../policy-service/workspaces.ts';
import { applyChanges } from '../../policy-sets/apply.ts';
import { type DeclaredMemberType, declaredSets, memberTypes } from '../../policy-sets/declared-set.ts';
import { actionOf, changesTo, linesOf, type PolicySetChange, targetOf } from '../../policy-sets/set-changes.ts';
import type { Action } from '../../terminal/command.ts';
import { contentOf } from '../../terminal/file.ts';
import { aligned, labelled } from '../../terminal/output.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import type { policySetCommands } from './command.ts';

export const list: Action<typeof policySetCommands.list> = async ({ options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const sets = (await policySetsOf(service, options.search)).map(shownAttributes);
  const rows = sets.map((set) => [
    set.name,
    set.kind,
    set.global
      ? 'everywhere'
      : `${counted(set['workspace-count'], 'workspace')}, ${counted(set['project-count'], 'project')}`,
    String(set['policy-count']),
    set.id,
  ]);
  return {
    text: aligned([['NAME', 'KIND', 'APPLIES TO', 'POLICIES', 'ID'], ...rows]),
    json: { 'policy-sets': sets },
  };
};

const shownAttributes = ({ id, attributes }: PolicySet) => ({ id, ...attributes });

export const show: Action<typeof policySetCommands.show> = async ({ subject, options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const set = await policySetNamed(service, subject);
  const attributes = shownAttributes(set);
  const policies = await listedInSet(service, set);
  const members = { policies: policies.map(({ name }) => name), ...(await placesIn(service, set)) };
  const text = labelled({
    ID: set.id,
    Name: attributes.name,
    Kind: attributes.kind,
    Description: attributes.description,
    Global: attributes.global,
    Overridable: attributes.overridable,
    Shadow: attributes.shadow,
    'Unknown values': attributes['unknown-values'],
    'Policies path': attributes['policies-path'],
    ...Object.fromEntries(
      Object.entries(members).map(([type, names]) => [sentenceCase(type), names.join(', ') || null]),
    ),
  });
  return { text, json: { 'policy-set': attributes, ...members } };
};

/**
 * Returns the names of the workspaces and projects in a policy set. If the token may not read a name, the identifier is
 * returned instead.
 */
async function placesIn(service: OrganizationService, { relationships }: PolicySet) {
  const types = memberTypes.filter((type): type is Exclude<DeclaredMemberType, 'policies'> => type !== 'policies');
  const isUsed = (target: string) =>
    types.some((type) => targetOf(type) === target && relationships[type].data.length > 0);
  const known = [
    ...(isUsed('workspaces') ? await workspacesOf(service) : []),
    ...(isUsed('projects') ? await projectsOf(service) : []),
  ];
  const names = new Map(known.map(({ id, attributes }) => [id, attributes.name]));
  return Object.fromEntries(types.map((type) => [type, relationships[type].data.map(({ id }) => names.get(id) ?? id)]));
}

export const apply: Action<typeof policySetCommands.apply> = async ({ subject, options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const name = subject === '-' ? 'stdin' : subject;
  const changes = await changesTo(service, declaredSets({ name, text: await contentOf(terminal, subject) }));
  const pending = changes.filter((change) => actionOf(change) !== 'none');
  const lines = [`Policy sets of ${service.organization}:`, ...linesOf(changes)];
  const isApplied = !options.dryRun && pending.length > 0;
  if (isApplied) {
    for (const line of lines) terminal.warn(line);
    await applyChanges(service, pending);
  }
  const end = options.dryRun ? 'Nothing was changed.' : 'Nothing to change.';
  return {
    text: terminalText(isApplied ? `Applied ${pending.length}.` : [...lines, end].join('\n')),
    json: {
      organization: service.organization,
      'is-dry-run': options.dryRun,
      'policy-sets': changes.map(asJson),
    },
  };
};

const asJson = (change: PolicySetChange) => ({
  name: change.declared.name,
  action: actionOf(change),
  attributes: change.attributes,
  members: change.members.map(({ type, added, removed }) => ({
    type,
    added: added.map(({ name }) => name),
    removed: removed.map(({ name }) => name),
  })),
});
