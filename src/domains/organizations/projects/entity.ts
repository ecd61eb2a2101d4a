import { Type } from 'typebox';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { generated, json, nullable, text, time } from '../../../kernel/columns.ts';

const ProjectName = () =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^([A-Za-z0-9_-]+( +[A-Za-z0-9_-]+)*)?$',
    'x-detail': 'can only include letters, numbers, -, _, and spaces between them.',
  });

/** Registered projects. A project groups workspaces, and policy sets can apply to it. */
export const projects = entity('projects', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: ProjectName() }),
  description: attribute(nullable(text()), { set: 'always' }),
  /** Attributes that are stored only for third-party clients. */
  compat: generated(json()),
  created_at: attribute(time()),
});
