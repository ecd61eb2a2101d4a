import { counted, sentenceCase } from '../../../lib/text/text.ts';
import { type OrganizationService, organizationFrom } from '../../policy-service/organization-service.ts';
import { listedInSet, type PolicySet, policySetNamed, policySetsOf } from '../../policy-service/policies.ts';
import { projectsOf, workspacesOf } from '../../policy-service/workspaces.ts';
import type { Action } from '../../terminal/command.ts';
import { aligned, labelled } from '../../terminal/output.ts';
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

const placeTypes = ['workspaces', 'projects', 'workspace-exclusions', 'project-exclusions'] as const;
type PlaceType = (typeof placeTypes)[number];

/**
 * Returns the names of the workspaces and projects that a policy set applies to or excludes. If the token may not read
 * a name, the identifier is returned instead.
 */
async function placesIn(service: OrganizationService, { relationships }: PolicySet) {
  const isUsed = (...types: readonly PlaceType[]) => types.some((type) => relationships[type].data.length > 0);
  const known = [
    ...(isUsed('workspaces', 'workspace-exclusions') ? await workspacesOf(service) : []),
    ...(isUsed('projects', 'project-exclusions') ? await projectsOf(service) : []),
  ];
  const names = new Map(known.map(({ id, attributes }) => [id, attributes.name]));
  return Object.fromEntries(
    placeTypes.map((type) => [type, relationships[type].data.map(({ id }) => names.get(id) ?? id)]),
  );
}
