import { commandsOf } from '../command.ts';

const declared = {
  confirm: {
    usage: 'clock confirm',
    description: 'say that the clock is right after it jumped, so that what waits for it goes on',
  },
};

export const clockCommands = commandsOf(declared, () => import('../actions/clock.ts'));
