// The documents of workspaces, and the input that the rules take.
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

/** The body of create. */
export const createPayload = documentPayload({
  type: 'workspaces',
  attributes: Type.Object({ ...workspaces.create }),
  compat: workspaceCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});

/** The body of update. */
export const updatePayload = documentPayload({
  type: 'workspaces',
  attributes: Type.Object({ ...workspaces.update }),
  compat: workspaceCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});

/** Input of a workspace, from a document; a part is undefined where the document says nothing of it. */
export interface WorkspaceInput<Attributes extends object = object> {
  readonly attributes: Attributes;
  readonly projectId: string | undefined;
  readonly tags: TagsChange | undefined;
}

type Relationships = Partial<Type.Static<typeof relationships>>;

/** The input from a document that has been validated. */
export function workspaceFrom<Attributes extends object>({
  attributes,
  relationships: { project, ...others },
}: {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
}): WorkspaceInput<Attributes> {
  return { attributes, projectId: project?.data.id, tags: tagsOfDocument(others) };
}
