import { confirmTheClock } from '../../../domains/instance/index.ts';
import { asOperator } from '../../data/as-operator.ts';

export const confirm = asOperator(async ({ context, actor }) => {
  const confirmation = await confirmTheClock(context, actor);
  return {
    text: `The clock is confirmed. It shows ${confirmation.at}. Waiting jobs continue at their next scheduled time.`,
    json: confirmation,
  };
});
