import { catalogue } from './catalogue.ts';

/** Texts of lists of evaluations alone, which the first load of an evaluation is without. */
export const t = catalogue({
  intro: 'Results of policies for plans. Evaluations are kept for 90 days.',
  none: 'No plan has been evaluated yet.',
  noneOfOwn: 'You have not evaluated a plan yet.',
  noneHint: 'A pipeline evaluates a plan with this command and an API token in TIPSTAFF_TOKEN:',
  evaluatedBy: 'Evaluated by',
  allSets: 'All sets that apply',
  status: 'Status',
  blocked: 'Blocked',
  only: 'Only',
  failedLevel: 'Failed',
  createdBy: 'Created by',
  createdByHint: 'Username',
  since: 'From',
  until: 'Before',
  started: 'Created',
  result: 'Result',
  evaluation: 'Evaluation',
});
