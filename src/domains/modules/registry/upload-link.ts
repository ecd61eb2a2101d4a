import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type UploadLink, uploadLinkFor } from '../../organizations/index.ts';
import type { ModuleVersionRow } from './version-store.ts';

/** Returns the actor's link for uploading a version's archive; undefined if the version has an archive already. */
export function uploadLinkOf(
  context: Context,
  actor: Actor,
  { id, status }: Pick<ModuleVersionRow, 'id' | 'status'>,
): UploadLink | undefined {
  return status === 'pending' ? uploadLinkFor(context, actor, { path: '/object', purpose: 'upload', id }) : undefined;
}
