import type { Context } from '../../../context.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import { isHeld } from '../../../runtime/state/held.ts';

export const heldRefusal =
  'This instance was restored from a backup and is held, so it does not contact other systems. To resume the instance, run "tipstaff resume".';

/** Throws 400 while the instance is held after a restore. */
export async function requireNotHeld({ database }: Context): Promise<void> {
  if (await isHeld(database)) throw badRequest(heldRefusal, 'wrong-state');
}
