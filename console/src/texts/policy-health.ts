export const statusTexts = {
  errored: 'Errored',
  failed: 'Failed',
  passed: 'Passed',
  unreachable: 'Not evaluated by this service',
};
