// Descriptions of changes of policy sets, for the question that is asked before them.
import type { SetState } from '../../../../client/tightening.ts';
import type { TagSelector } from '../../api/policy-set-scope.ts';
import type { Member, PolicySet } from '../../api/policy-sets.ts';
import { unknownValuesEffect } from '../../texts/unknown-values.ts';
import type { SetChange } from './question.ts';
import { tagName } from './scope.ts';

type Settings = Pick<SetState, 'global' | 'shadow' | 'input' | 'unknown-values'>;

/** Describes a change of the attributes of a set. */
export function changeOfSettings({ attributes: { name } }: PolicySet, after: Settings): SetChange {
  return {
    title: `Change the policy set ${name}?`,
    after,
    texts: {
      shadow: `The policy set ${name} leaves shadow mode. Plans that fail its mandatory policies are blocked.`,
      global: `The policy set ${name} applies to every workspace that is not excluded.`,
      input: `The policies of ${name} get plans in the input form “${after.input ?? 'plan'}”.`,
      'unknown-values': unknownValuesEffect(after['unknown-values']),
    },
  };
}

const selecting = {
  policies: (member: string, set: string) => `The policy ${member} is added to the policy set ${set}.`,
  workspaces: (member: string, set: string) => `The policy set ${set} applies to the workspace ${member}.`,
  projects: (member: string, set: string) =>
    `The policy set ${set} applies to the workspaces of the project ${member}.`,
};

/** Describes that a policy, a workspace or a project is added to a set. */
export const additionTo = (
  { attributes: { name: set } }: PolicySet,
  members: keyof typeof selecting,
  { id, name }: Member,
): SetChange => ({
  title: `Add ${name} to the policy set ${set}?`,
  before: { [members]: [] },
  after: { [members]: [id] },
  texts: { [members]: selecting[members](name, set) },
});

/** Describes that a workspace or a project is no longer excluded from a set. */
export const endOfExclusion = (
  { attributes: { name: set } }: PolicySet,
  members: 'workspace-exclusions' | 'project-exclusions',
  { id, name }: Member,
): SetChange => ({
  title: `Remove the exclusion of ${name}?`,
  before: { [members]: [id] },
  after: { [members]: [] },
  texts: {
    [members]: `The policy set ${set} no longer excludes the ${members === 'workspace-exclusions' ? 'workspace' : 'project'} ${name}.`,
  },
});

/** Describes a change of the tags of a set. */
export function changeOfTags({ attributes }: PolicySet, selector: TagSelector, change: 'added' | 'removed'): SetChange {
  const before = attributes['tag-selectors'];
  const isSame = (each: TagSelector) => JSON.stringify(each) === JSON.stringify(selector);
  const after = change === 'added' ? [...before, selector] : before.filter((each) => !isSame(each));
  const text =
    change === 'added'
      ? `The policy set ${attributes.name} applies to workspaces with the tag ${tagName(selector)}.`
      : selector['is-exclude']
        ? `The policy set ${attributes.name} no longer excludes workspaces with the tag ${tagName(selector)}.`
        : `The policy set ${attributes.name} no longer requires the tag ${tagName(selector)}.`;
  return {
    title: `Change the tags of the policy set ${attributes.name}?`,
    after: { 'tag-selectors': after },
    texts: { 'tag-selectors': text },
  };
}

/** Describes that a workspace needs one or all of the tags of a set. */
export const matchingChange = ({ attributes: { name } }: PolicySet, logic: 'any' | 'all'): SetChange => ({
  title: `Change the tags of the policy set ${name}?`,
  after: { 'tag-selector-matching-logic': logic },
  texts: { 'tag-selector-matching-logic': `The policy set ${name} applies to workspaces with one of its tags.` },
});
