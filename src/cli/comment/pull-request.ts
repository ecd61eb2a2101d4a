// A GitHub pull request or GitLab merge request. Both platforms have similar endpoints for comments.
import { type Static, Type } from 'typebox';
import { Nullable } from '../../jsonapi/schema.ts';

/** A pull request with the platform-specific parts of its API. */
export interface PullRequest {
  readonly platform: 'GitHub' | 'GitLab';
  /** Base URL of the API, without a trailing slash. */
  readonly api: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path for listing and creating comments. */
  readonly comments: string;
  /** Query parameters for the largest page size, with the oldest comments first. */
  readonly query: string;
  /** Path of a comment, without its identifier. */
  readonly comment: string;
  readonly update: 'PATCH' | 'PUT';
  /** Advice if the token has no permission to comment. */
  readonly remedy: string;
  /** Advice if the platform does not recognize the token. */
  readonly tokenRemedy: string;
  /** URL of the job's log, and the commit that was checked. */
  readonly run: { readonly log?: string | undefined; readonly commit?: string | undefined };
}

/** The comment cannot be written, for the reason in the message. */
export class NoComment extends Error {
  override readonly name = 'NoComment';
}

const author = Type.Object({ id: Type.Integer(), type: Type.Optional(Type.String()) });

/** A comment on either platform: GitHub names the author `user`, GitLab `author`. */
export const commentSchema = Type.Object({
  id: Type.Integer(),
  body: Type.Optional(Nullable(Type.String())),
  user: Type.Optional(Nullable(author)),
  author: Type.Optional(Nullable(author)),
});

export type Comment = Static<typeof commentSchema>;

export const userSchema = Type.Object({ id: Type.Integer() });

export const authorOf = ({ user, author: other }: Comment): Static<typeof author> | undefined =>
  user ?? other ?? undefined;
