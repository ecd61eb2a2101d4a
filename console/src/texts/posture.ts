/** Texts for the result of a policy set in a workspace. */
export const resultTexts = {
  failed: 'a mandatory policy failed',
  errored: 'a policy errored',
  advisory: 'an advisory policy failed',
  passed: 'passed',
} as const;

export const workspaceStatusTexts = {
  passed: 'Passed',
  failed: 'Failed',
  errored: 'Errored',
  unreachable: 'Unreachable',
  overridden: 'Overridden',
  'not-evaluated': 'Not evaluated',
} as const;
