// Links below `/object/`: a link lets its bearer do one thing with one version's archive. Nothing about it is stored: it
// says what it is for and until when, and is signed.
import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { type LinkedVersion, linkedVersion } from './version-store.ts';

export type Purpose = 'upload' | 'download';

/** What a link permits, and to whom or how; in `details` are no dots. */
interface LinkTerms {
  readonly purpose: Purpose;
  readonly versionId: string;
  readonly details: readonly string[];
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

export interface LinkRow extends LinkedVersion {
  readonly details: readonly string[];
}

/** The address of a link, the same for the same terms. */
export function linkWith({ vault, baseUrl }: Context, { purpose, versionId, details, endsAt }: LinkTerms): string {
  const text = [purpose, versionId, endsAt, ...details].join('.');
  return `${baseUrl()}/object/${text}.${vault.sign('object link', text)}`;
}

/** The version of a link; 404 when it was not signed here, has expired, is for another purpose, or its version is gone. */
export async function liveLinkOf(
  { vault, database, clock }: Context,
  capability: string,
  purpose: Purpose,
): Promise<LinkRow> {
  const parts = capability.split('.');
  const [text, signature] = [parts.slice(0, -2), parts.slice(-2).join('.')];
  const [itsPurpose, id = '', endsAt, ...details] = text;
  const isSigned = vault.isSigned('object link', text.join('.'), signature);
  const isLive = isSigned && itsPurpose === purpose && Number(endsAt) > clock.now();
  const version = existing(isLive ? await database.first(linkedVersion, { id }) : undefined);
  return { ...version, details };
}
