const run = () => import('../actions/clock.ts');

export const clockCommands = {
  confirm: {
    usage: 'clock confirm',
    description: 'say that the clock is right after it jumped, so that what waits for it goes on',
    run,
  },
};
