// The body that deprecates or reinstates a version.
import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import type { DeprecationStatement } from './deprecations.ts';
import { moduleDeprecations } from './entity.ts';

/** The body of both operations (reference, Module version deprecation). */
export const deprecationPayload = documentPayload({
  type: 'module-versions',
  attributes: Type.Object({
    deprecation: Type.Object({
      'deprecated-status': Type.Enum(['Deprecated', 'Undeprecated']),
      ...moduleDeprecations.update,
    }),
  }),
});

/** The statement of a body; undefined where it reinstates the version. */
export const statementFrom = ({
  'deprecated-status': status,
  reason = null,
  link = null,
}: InputOf<typeof deprecationPayload>['attributes']['deprecation']): DeprecationStatement | undefined =>
  status === 'Deprecated' ? { reason, link } : undefined;
