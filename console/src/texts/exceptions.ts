import { catalogue } from './catalogue.ts';
import { words } from './words.ts';

/** Texts of what lets plans pass although policies fail. */
export const t = catalogue({
  ...words,
  title: 'Exceptions',
  intro:
    'Exemptions from policies, overridden evaluations, and the teams that can override in single workspaces or projects.',
  sections: 'Parts of the exceptions',
  exemptionsIntro:
    'Plans with an exemption are still evaluated and shown, but not blocked. Expired exemptions are shown for 90 days.',
  exemptionsFromEvaluation: 'To exempt a resource, open an evaluation that it blocks.',
  noExemptions: 'There are no exemptions.',
  noExemptionsHint: 'Grant an exemption here or on the page of an evaluation.',
  overridesIntro:
    'Evaluations that can continue although mandatory policies failed. Evaluations whose override has ended are blocked again and not listed.',
  noOverrides: 'No evaluation is overridden.',
  noOwnOverrides: 'No evaluation that you created is overridden.',
  noOverridesHint: 'You can override a blocked evaluation on its page, if its policies allow overrides.',
  comment: 'Reason',
  by: 'By',
  at: 'Since',
  until: 'Ends',
  forGood: 'No end date',
  delegationsIntro:
    'Teams that can override policies in one workspace or in the workspaces of one project. The team also needs the permission “Delegate overrides”.',
  whatDelegations: 'delegations',
  noDelegations: 'There are no delegations.',
  delegate: 'Delegate overrides',
  delegated: 'The delegation was created.',
  teamNone: 'No team has this name.',
  where: 'Where',
  workspaceNone: 'No workspace has this name.',
  projectNone: 'No project has this name.',
  placeKind: 'The team can override in',
  aWorkspace: 'a workspace',
  aProject: 'the workspaces of a project',
  inProject: (name: string) => `Project ${name}`,
  removeOf: (team: string, place: string) => `Remove the delegation of ${team} in ${place}`,
  removeTitle: (team: string, place: string) => `Remove the delegation of ${team} in ${place}?`,
  removeBody: 'The team can no longer override there. Its earlier overrides stay.',
  removed: 'The delegation was removed.',
});
