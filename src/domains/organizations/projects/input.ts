// Request bodies for projects, and the input that is extracted from them.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { runnerOnlyProblems } from '../runs/runner-only.ts';
import { tagRelationships } from '../tags/input.ts';
import { projectCompat } from './compat.ts';
import { projects } from './entity.ts';

const relationships = Type.Object({ 'tag-bindings': tagRelationships['tag-bindings'] });

/** Body of a request that creates a project. */
export const createPayload = documentPayload({
  type: 'projects',
  attributes: Type.Object({ ...projects.create }),
  compat: projectCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});

/** Body of a request that updates a project. */
export const updatePayload = documentPayload({
  type: 'projects',
  attributes: Type.Object({ ...projects.update }),
  compat: projectCompat.input,
  relationships,
  rules: runnerOnlyProblems,
});
