// A pull request of GitHub, or a merge request of GitLab: an issue of either has comments at addresses of the same form.
import { type Static, Type } from 'typebox';
import { Nullable } from '../../jsonapi/schema.ts';

/** A pull request, and what differs between the platforms. */
export interface PullRequest {
  readonly platform: 'GitHub' | 'GitLab';
  /** Address of the API, without a slash at the end. */
  readonly api: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of the list of comments, where a comment is created, too. */
  readonly comments: string;
  /** Parameters that give the list its longest pages, the oldest comment first. */
  readonly query: string;
  /** Path of one comment, without its identifier. */
  readonly comment: string;
  readonly update: 'PATCH' | 'PUT';
  /** Remedy where the token may not comment. */
  readonly remedy: string;
  /** Remedy where the platform does not know the token. */
  readonly tokenRemedy: string;
  /** The pipeline that comments: the address of its log, and the commit that it is about. */
  readonly run: { readonly log?: string | undefined; readonly commit?: string | undefined };
}

/** Nothing can be commented on, for the reason in the message. */
export class NoComment extends Error {
  override readonly name = 'NoComment';
}

const author = Type.Object({ id: Type.Integer(), type: Type.Optional(Type.String()) });

/** A comment as both platforms have it: the author is a `user` of GitHub and an `author` of GitLab. */
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
