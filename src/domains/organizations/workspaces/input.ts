// Request bodies of workspaces, and the input that is read from them.
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

/** Body of the create request. */
export const createPayload = documentPayload({
  type: 'workspaces',
  attributes: Type.Object({ ...workspaces.create }),
  compat: workspaceCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});

/** Body of the update request. */
export const updatePayload = documentPayload({
  type: 'workspaces',
  attributes: Type.Object({ ...workspaces.update }),
  compat: workspaceCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});

/**
 * Input of a workspace, read from a request body. `projectId` and `tags` are undefined if the body does not mention
 * them.
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
