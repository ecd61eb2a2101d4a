import type { Context } from '../../../context.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import { isHeld } from '../../../runtime/state/held.ts';

export const heldRefusal =
  'This instance was restored from a backup and is held, so it sends nothing. "tipstaff resume" ends that.';

/** Throws 400 while the instance is held. */
export async function requireNotHeld({ database }: Context): Promise<void> {
  if (await isHeld(database)) throw badRequest(heldRefusal, 'wrong-state');
}
