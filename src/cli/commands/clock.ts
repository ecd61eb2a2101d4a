import { commandsOf } from '../command.ts';

const declared = {
  confirm: {
    usage: 'clock confirm',
    description: 'confirm that the clock is right after a jump, so that waiting jobs continue',
  },
};

export const clockCommands = commandsOf(declared, () => import('../actions/clock.ts'));
