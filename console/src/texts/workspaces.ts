import { catalogue } from './catalogue.ts';
import { words } from './words.ts';

/** The text of a tag: `tier=prod`, or its key alone. */
const tagText = (key: string, value: string): string => (value === '' ? key : `${key}=${value}`);

export const t = catalogue({
  ...words,
  title: 'Workspaces',
  what: 'workspaces',
  intro: 'Workspaces that policy sets apply to. Their runs and state are managed by other tools.',
  none: 'No workspace is registered yet.',
  noneHint: 'This request registers one.',
  noneHintCreate: 'Press “New workspace”, or register one with this request.',
  create: 'New workspace',
  createAct: 'Register the workspace',
  createdOne: (name: string) => `The workspace ${name} is registered.`,
  nameHint: 'Plans are sent with this name. Letters, numbers, - and _.',
  projectHint: 'Leave empty to use the default project.',
  projectNone: 'No project has this name.',
  tagsHint: 'One per line, for example tier=prod, or only a key.',
  noneOfProject: 'The project has no workspaces.',
  whatProjects: 'projects',
  projectsIntro:
    'A project groups workspaces. Workspaces inherit the tags of their project, unless they have their own tag with the same key.',
  noProjects: 'There are no projects yet.',
  noProjectsHint: 'This request creates one.',
  identifier: 'Identifier',
  tags: 'Tags',
  noTags: 'None',
  tag: tagText,
  inherited: (tag: string) => `${tag} (from the project)`,
  sections: 'Parts of the workspace',
  projectSections: 'Parts of the project',
  applies: 'Policy sets',
  appliesTitle: 'Policy sets that apply here',
  appliesIntro: 'The next plan of this workspace is evaluated with these policy sets.',
  projectAppliesTitle: 'Policy sets that apply through this project',
  projectAppliesIntro:
    'These policy sets apply to the workspaces of this project, unless a set excludes the workspace or one of its tags.',
  appliesNone: 'No policy set applies here.',
  appliesHint: 'People who manage policies can change this on the page of a policy set.',
  whatSets: 'policy sets',
  why: 'Reason',
  global: 'it applies to everything',
  namesWorkspace: 'it names this workspace',
  namesProject: (project: string | null) =>
    project === null ? 'it names the project' : `it names the project ${project}`,
  ownTag: (key: string, value: string) => `it has the tag ${tagText(key, value)}`,
  projectTag: (key: string, value: string) => `its project has the tag ${tagText(key, value)}`,
  latest: 'Latest evaluation',
  evaluationsNone: 'No plan of this workspace was evaluated in the last 90 days.',
  evaluationsHint: 'This command evaluates a plan.',
  whatExemptions: 'exemptions',
  exemptionsTitle: 'Active exemptions here',
  exemptionsIntro: 'Exemptions for this workspace and exemptions for every workspace.',
  exemptionsNone: 'There are no active exemptions here.',
  exemptionsHint: 'You can grant exemptions on the page of a policy or at a finding of an evaluation.',
});
