// The documents of projects, and the input that the rules take.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { runnerOnlyProblems } from '../runs/runner-only.ts';
import { tagRelationships } from '../tags/input.ts';
import { projectCompat } from './compat.ts';
import { projects } from './entity.ts';

const relationships = Type.Object({ 'tag-bindings': tagRelationships['tag-bindings'] });

/** The body of create. */
export const createPayload = (words: Vocabulary) =>
  documentPayload({
    type: 'projects',
    attributes: Type.Object({ ...projectCompat.input(words), ...projects.create }),
    relationships,
    rules: runnerOnlyProblems,
  });

/** The body of update. */
export const updatePayload = (words: Vocabulary) =>
  documentPayload({
    type: 'projects',
    attributes: Type.Object({ ...projectCompat.input(words), ...projects.update }),
    relationships,
    rules: runnerOnlyProblems,
  });
