import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { RecordAccess } from '../../organizations/index.ts';
import { permissionsOf, readsTexts } from './access.ts';
import { isOpen } from './exemption-requests.ts';
import type { ShownRequest } from './resource.ts';
import type { ListedRequestRow, RequestRow } from './store.ts';

type ShownRow = Omit<ListedRequestRow, 'workspace_id'> & Pick<ShownRequest, 'workspace_id'>;

/** Returns a request as a caller sees it in a list. */
export function shownRequest(context: Context, actor: Actor, access: RecordAccess<ShownRow>): ShownRequest {
  const { row } = access;
  const isExpired = row.status === 'open' && !isOpen(row, context.clock.now());
  return { ...row, isExpired, readsTexts: readsTexts(actor, access) };
}

/** Returns a single request as a caller sees it, with the actions that the caller may perform. */
export const shownAlone = async (
  context: Context,
  actor: Actor,
  access: RecordAccess<RequestRow>,
): Promise<ShownRequest> => ({
  ...shownRequest(context, actor, access),
  permissions: await permissionsOf(context, actor, access),
});
