import { hash } from 'node:crypto';
import { preconditionFailed } from '../jsonapi/errors.ts';
import type { ClientRequest } from './client-request.ts';

/** Returns a weak entity tag for a response body. */
export const entityTag = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`;

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` contains this entity tag, which means that the client already has the current response. */
export const isUnchanged = (header: string | undefined, tag: string | undefined): boolean =>
  header !== undefined &&
  tag !== undefined &&
  header.split(',').some((known) => known.trim() === '*' || bare(known) === bare(tag));

/** Whether `If-Match` permits changing a record with the strong entity tag `tag`. */
export const isCurrent = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.split(',').some((known) => ['*', tag].includes(known.trim()));

const digestLength = 16;
const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, digestLength);
const recordPart = (record: object): string => `"${digestOf(JSON.stringify(record))}.`;

/**
 * Returns the weak entity tag of a response that shows a record. Its first part is a digest of the values that people
 * set. `requireCurrent` compares only this part, so that a finished check or a changed counter does not cause 412. Its
 * second part is a digest of the whole response, for `If-None-Match`.
 */
export const recordTag = (record: object, body: string): string => `W/${recordPart(record)}${digestOf(body)}"`;

/** Throws 412 if a record has changed since the client read it. */
export type RequireCurrent = (record: object) => void;

/**
 * Returns a function that checks a record against the `If-Match` header, which contains a tag from `recordTag`. Without
 * the header, every record passes.
 */
export const requireCurrentOf =
  ({ headers: { 'if-match': header } }: Pick<ClientRequest, 'headers'>): RequireCurrent =>
  (record) => {
    const isCurrent = (tag: string): boolean => tag === '*' || bare(tag).startsWith(recordPart(record));
    if (header === undefined || header.split(',').some((tag) => isCurrent(tag.trim()))) return;
    throw preconditionFailed(
      'The record has changed since it was read. Read it again, and send the change again with its new ETag.',
    );
  };
