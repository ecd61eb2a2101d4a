import { hash } from 'node:crypto';
import { preconditionFailed } from '../jsonapi/errors.ts';
import type { ClientRequest } from './client-request.ts';

/** A weak entity tag for a body. */
export const entityTag = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`;

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');

/** True if a request's `If-None-Match` says that its sender has this very answer. */
export const isUnchanged = (header: string | undefined, tag: string | undefined): boolean =>
  header !== undefined &&
  tag !== undefined &&
  header.split(',').some((known) => known.trim() === '*' || bare(known) === bare(tag));

/** True if a request's `If-Match` lets it act on a record whose strong entity tag is `tag`. */
export const isCurrent = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.split(',').some((known) => ['*', tag].includes(known.trim()));

const digestLength = 16;
const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, digestLength);
const recordPart = (record: object): string => `"${digestOf(JSON.stringify(record))}.`;

/**
 * The weak entity tag of a record and its answer. Its first part says what people set of the record, and is all that
 * `requireCurrent` compares: a check that ends, or a counter, refuses nobody's change. Its second part says the rest of
 * the answer, for `If-None-Match`.
 */
export const recordTag = (record: object, body: string): string => `W/${recordPart(record)}${digestOf(body)}"`;

/** Throws 412 where a record is no longer what the sender of a request has read. */
export type RequireCurrent = (record: object) => void;

/** Check of a record with a `recordTag` against a request's `If-Match`; requires nothing where that is absent. */
export const requireCurrentOf =
  ({ headers: { 'if-match': header } }: Pick<ClientRequest, 'headers'>): RequireCurrent =>
  (record) => {
    const isCurrent = (tag: string): boolean => tag === '*' || bare(tag).startsWith(recordPart(record));
    if (header === undefined || header.split(',').some((tag) => isCurrent(tag.trim()))) return;
    throw preconditionFailed(
      'The record has changed since it was read. Read it again, and send the change again with its new ETag.',
    );
  };
