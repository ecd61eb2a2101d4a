import { confirmTheClock } from '../../domains/instance/index.ts';
import { acting } from '../acting.ts';
import type { clockCommands } from '../commands/clock.ts';

export const confirm = acting<typeof clockCommands.confirm>(async ({ context, actor }) => {
  const confirmation = await confirmTheClock(context, actor);
  const { at } = confirmation;
  return {
    text: `It is ${at}. Running instances go on within ten seconds.`,
    json: confirmation,
  };
});
