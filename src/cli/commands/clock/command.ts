export const clockCommands = {
  confirm: {
    usage: 'clock confirm',
    description: 'confirm that the clock is right though it is behind an earlier time, so that waiting jobs continue',
  },
};
