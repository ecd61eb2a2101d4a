import { confirmTheClock } from '../../domains/instance/index.ts';
import { acting } from '../acting.ts';

export const confirm = acting(async ({ context, actor }) => {
  const confirmation = await confirmTheClock(context, actor);
  const { at } = confirmation;
  return {
    text: `It is ${at}. Running instances continue within ten seconds.`,
    json: confirmation,
  };
});
