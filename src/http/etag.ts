import { hash } from 'node:crypto';

/** A weak entity tag for a body. */
export const entityTag = (body: string): string => `W/"${hash('sha1', body, 'base64url')}"`;

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether a request's `If-None-Match` says that its sender has this very answer. */
export const isUnchanged = (header: string | undefined, tag: string | undefined): boolean =>
  header !== undefined &&
  tag !== undefined &&
  header.split(',').some((known) => known.trim() === '*' || bare(known) === bare(tag));

/** Whether a request's `If-Match` lets it act on a record whose strong entity tag is `tag`. */
export const isCurrent = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.split(',').some((known) => ['*', tag].includes(known.trim()));
