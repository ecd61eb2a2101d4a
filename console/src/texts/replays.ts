export const replayTexts = {
  errored: 'Errored',
  pending: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  canceled: 'Canceled',
  added: 'Added',
  removed: 'Removed',
  'newly-failing': 'Newly failing',
  'newly-passing': 'Newly passing',
  changed: 'Changed output',
  unchanged: 'Unchanged',
  missing: 'Plan deleted',
};
