// Links below `/object/` to one version's archive.
import type { Context } from '../../../context.ts';
import { capabilityWith, type LinkTerms, termsOf } from '../../../http/object-links.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { type LinkedVersion, linkedVersion } from './version-store.ts';

export type Purpose = 'upload' | 'download';

export interface LinkRow extends LinkedVersion {
  readonly details: readonly string[];
}

/** The address of a link to a version, the same for the same terms. */
export function linkWith(context: Context, terms: LinkTerms & { readonly purpose: Purpose }): string {
  return `${context.baseUrl()}/object/${capabilityWith(context, terms)}`;
}

/** The version of a link; 404 when it was not signed here, has expired, is for another purpose, or its version is gone. */
export async function liveLinkOf(context: Context, capability: string, purpose: Purpose): Promise<LinkRow> {
  const { id, details } = existing(termsOf(context, capability, purpose));
  return { ...existing(await context.database.first(linkedVersion, { id })), details };
}
