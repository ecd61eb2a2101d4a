import { commandsOf } from '../command.ts';
import { valued } from '../options.ts';

const declared = {
  get: {
    usage: 'retention get',
    description: 'show for how many days superseded data is kept',
  },
  set: {
    usage: 'retention set <days>',
    description: 'keep superseded data for this many days; the service deletes older data within an hour',
    argument: 'how many, 1 at least',
  },
  remove: {
    usage: 'retention remove',
    description: 'remove the policy, so that everything is kept',
  },
  preview: {
    usage: 'retention preview',
    description: 'show what the policy would delete now, by organization; deletes nothing',
    options: { days: valued('--days <number>', 'for a policy of this many days; default: the policy that is set') },
  },
};

export type RetentionCommands = typeof declared;

export const retentionCommands = commandsOf(declared, () => import('../actions/retention.ts'));
