import { catalogue } from './catalogue.ts';
import { words } from './words.ts';

/** Texts of what lets plans pass although policies fail. */
export const t = catalogue({
  ...words,
  title: 'Exceptions',
  intro:
    'What lets plans pass although a policy fails: exemptions beforehand, overrides afterwards, and who may override where.',
  sections: 'Parts of the exceptions',
  exemptionsIntro:
    'An exempt plan is still evaluated and shown, and not blocked. Expired exemptions are shown for 90 days.',
  exemptionsFromEvaluation: 'To exempt a resource, open an evaluation that it blocks.',
  noExemptions: 'Nothing is exempt from a policy.',
  noExemptionsHint: 'Exempt a resource on the page of an evaluation, or here.',
  overridesIntro:
    'Evaluations that may go on although mandatory policies failed. One whose override has ended is blocked again, and is not shown.',
  noOverrides: 'No evaluation is overridden.',
  noOwnOverrides: 'No evaluation that you created is overridden.',
  noOverridesHint: 'An evaluation that policies block is overridden on its page, where its policies allow that.',
  comment: 'Reason',
  by: 'By',
  at: 'Since',
  until: 'Ends',
  forGood: 'Without an end',
  delegationsIntro:
    'Teams that override in one workspace, or in the workspaces of one project. A team needs the permission “delegate policy overrides”, too.',
  whatDelegations: 'delegations',
  noDelegations: 'No team overrides in single workspaces or projects.',
  delegate: 'Delegate overrides',
  delegated: 'The team may override there.',
  teamNone: 'No team has this name.',
  where: 'Where',
  workspaceNone: 'No workspace has this name.',
  projectNone: 'No project has this name.',
  placeKind: 'It overrides in',
  aWorkspace: 'a workspace',
  aProject: 'the workspaces of a project',
  inProject: (name: string) => `Project ${name}`,
  removeOf: (team: string, place: string) => `Remove the delegation of ${team} in ${place}`,
  removeTitle: (team: string, place: string) => `Remove the delegation of ${team} in ${place}?`,
  removeBody: 'The team overrides there no more. Overrides that it has made stay.',
  removed: 'The delegation is removed.',
});
