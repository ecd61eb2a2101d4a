import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type UploadLink, uploadLinkFor } from '../../organizations/index.ts';
import type { VersionRow } from './version-store.ts';

/** The link of an actor that takes the archive of a version; undefined for a version that has its archive. */
export function uploadLinkOf(
  context: Context,
  actor: Actor,
  { id, status }: Pick<VersionRow, 'id' | 'status'>,
): UploadLink | undefined {
  return status === 'pending' ? uploadLinkFor(context, actor, { path: '/object', purpose: 'upload', id }) : undefined;
}
