import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { uploadLinkFor } from '../../organizations/index.ts';
import type { ModuleVersionRow } from './version-store.ts';

/**
 * Returns a link with which the actor can upload a version's archive; undefined if the version already has an archive.
 */
export function uploadLinkOf(context: Context, actor: Actor, { id, status }: Pick<ModuleVersionRow, 'id' | 'status'>) {
  return status === 'pending' ? uploadLinkFor(context, actor, { path: '/object', purpose: 'upload', id }) : undefined;
}
