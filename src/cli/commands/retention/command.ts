import { valued } from '../../terminal/options.ts';

export const retentionCommands = {
  get: {
    usage: 'retention get',
    description: 'show how many days superseded data is kept',
  },
  set: {
    usage: 'retention set <days>',
    description: 'keep superseded data for this many days; the service deletes older data within an hour',
    argument: 'the number of days, at least 1',
  },
  remove: {
    usage: 'retention remove',
    description: 'remove the retention policy, so that all data is kept',
  },
  preview: {
    usage: 'retention preview',
    description: 'show the data that the retention policy would delete now, by organization; deletes nothing',
    options: { days: valued('--days <number>', 'preview a policy of this many days; default: the current policy') },
  },
};
