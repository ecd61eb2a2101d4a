import type { Context } from '../../../context.ts';
import { believedText } from './believed.ts';
import { Refused } from './refused.ts';
import { type Rehearsed, rehearse } from './rehearsal.ts';
import { readSamlSettings } from './settings.ts';

/**
 * What a sign-in with this response would do, whether single sign-on is enabled or not. That the response answers a
 * request of ours, and was not used before, is not asked.
 */
export const check = async (context: Context, text: string): Promise<Rehearsed> => {
  const settings = await readSamlSettings(context, context.database);
  try {
    return await rehearse(context, { assertion: believedText(context, settings, text.trim()), settings });
  } catch (error) {
    if (error instanceof Refused) return { outcome: { refused: error.reason } };
    throw error;
  }
};
