// A GitHub pull request or GitLab merge request. Both platforms have similar endpoints for comments.
import { type Static, Type } from 'typebox';
import { Nullable } from '../../jsonapi/schema.ts';

/** A pull request, and the parts of the API that differ between platforms. */
export interface PullRequest {
  readonly platform: 'GitHub' | 'GitLab';
  /** Base URL of the API, without a trailing slash. */
  readonly api: string;
  readonly headers: Readonly<Record<string, string>>;
  /** URL path of the pull request. */
  readonly path: string;
  /** URL path for listing and creating comments. */
  readonly comments: string;
  /** Query parameters that select the largest page size and list the oldest comments first. */
  readonly query: string;
  /** URL path of a comment, without the comment's identifier. */
  readonly comment: string;
  readonly update: 'PATCH' | 'PUT';
  /** Advice to show if the token has no permission to comment. */
  readonly remedy: string;
  /** Advice to show if the platform does not recognize the token. */
  readonly tokenRemedy: string;
  /** URL of the job's log, and the commit that was checked. */
  readonly run: { readonly log?: string | undefined; readonly commit?: string | undefined };
}

/** Repository and commit of a pipeline. JSON reports contain this object. */
export interface Pipeline {
  readonly platform: 'github' | 'gitlab';
  /** Owner and name of the repository on GitHub, or path of the project on GitLab. */
  readonly repository: string;
  /**
   * Newest commit of the branch. For a pull request, this is not the merge commit on which the platform runs the
   * pipeline. Undefined if the platform does not provide the commit.
   */
  readonly commit?: string | undefined;
}

/** Error for a comment that cannot be written. The message gives the reason. */
export class NoComment extends Error {
  override readonly name = 'NoComment';
}

const author = Type.Object({ id: Type.Integer(), type: Type.Optional(Type.String()) });

/** Comment in a response of either platform. GitHub returns the author as `user`, GitLab as `author`. */
export const commentSchema = Type.Object({
  id: Type.Integer(),
  body: Type.Optional(Nullable(Type.String())),
  user: Type.Optional(Nullable(author)),
  author: Type.Optional(Nullable(author)),
});

export type Comment = Static<typeof commentSchema>;

/** Newest commit of a pull request. GitHub returns it in `head`, GitLab as `sha`. */
export const pullRequestSchema = Type.Object({
  sha: Type.Optional(Type.String()),
  head: Type.Optional(Type.Object({ sha: Type.String() })),
});

export const userSchema = Type.Object({ id: Type.Integer() });

export const authorOf = ({ user, author: other }: Comment): Static<typeof author> | undefined =>
  user ?? other ?? undefined;
