import { confirmTheClock } from '../../../domains/instance/index.ts';
import { acting } from '../../data/acting.ts';

export const confirm = acting(async ({ context, actor }) => {
  const confirmation = await confirmTheClock(context, actor);
  return {
    text: `The clock is confirmed: it is ${confirmation.at}. Waiting jobs continue at their next scheduled time.`,
    json: confirmation,
  };
});
