export const clockCommands = {
  confirm: {
    usage: 'clock confirm',
    description: 'confirm that the clock is right after a jump, so that waiting jobs continue',
  },
};
