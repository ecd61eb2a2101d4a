// Links under `/object/` for uploading or downloading the archive of a version.
import type { Context } from '../../../context.ts';
import { capabilityWith, type LinkTerms, termsOf } from '../../../http/object-links.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { type LinkedModuleVersion, linkedVersion } from './version-store.ts';

export type LinkPurpose = 'upload' | 'download';

export interface LinkRow extends LinkedModuleVersion {
  readonly details: readonly string[];
}

/** Returns the URL of a link to a version's archive. Links with the same terms have the same URL. */
export function linkWith(context: Context, terms: LinkTerms & { readonly purpose: LinkPurpose }): string {
  return `${context.baseUrl()}/object/${capabilityWith(context, terms)}`;
}

/**
 * Returns the version to which a link refers. 404 if the link's signature is invalid, if the link has expired or is for
 * another purpose, or if the version was deleted.
 */
export async function liveLinkOf(context: Context, capability: string, purpose: LinkPurpose): Promise<LinkRow> {
  const { id, details } = existing(termsOf(context, capability, purpose));
  return { ...existing(await context.database.first(linkedVersion, { id })), details };
}
