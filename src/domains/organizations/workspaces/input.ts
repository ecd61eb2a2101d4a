// Request bodies for workspaces, and the input that is extracted from them.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Reference } from '../../../jsonapi/schema.ts';
import { runnerOnlyProblems } from '../runs/runner-only.ts';
import { type TagsChange, tagRelationships, tagsOfDocument } from '../tags/input.ts';
import { workspaceCompat } from './compat.ts';
import { workspaces } from './entity.ts';

const relationships = Type.Object({
  ...tagRelationships,
  project: Type.Optional(Reference('projects')),
});

/** Body of a request that creates a workspace. */
export const createPayload = documentPayload({
  type: 'workspaces',
  attributes: Type.Object({ ...workspaces.create }),
  compat: workspaceCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});

/** Body of a request that updates a workspace. */
export const updatePayload = documentPayload({
  type: 'workspaces',
  attributes: Type.Object({ ...workspaces.update }),
  compat: workspaceCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});

/**
 * Input from a request that creates or updates a workspace. `projectId` and `tags` are undefined if the request does
 * not mention them.
 */
export interface WorkspaceInput<Attributes extends object = object> {
  readonly attributes: Attributes;
  readonly projectId: string | undefined;
  readonly tags: TagsChange | undefined;
}

type Relationships = Partial<Type.Static<typeof relationships>>;

/** Returns the input from a validated request body. */
export function workspaceFrom<Attributes extends object>({
  attributes,
  relationships: { project, ...others },
}: {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
}): WorkspaceInput<Attributes> {
  return { attributes, projectId: project?.data.id, tags: tagsOfDocument(others) };
}
