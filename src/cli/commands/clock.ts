import { confirmTheClock } from '../../domains/instance/index.ts';
import { actingCommand } from '../acting-command.ts';
import { clockCommands } from '../declarations/clock.ts';

export const confirm = actingCommand(clockCommands.confirm, async ({ context, actor }) => {
  const confirmation = await confirmTheClock(context, actor);
  const { at } = confirmation;
  return {
    text: `It is ${at}. Running instances go on within ten seconds.`,
    json: confirmation,
  };
});
