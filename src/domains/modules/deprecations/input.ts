// The body that deprecates or reinstates a version.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import type { DeprecationStatement } from './deprecations.ts';

const maxUrlLength = 2_048;

/** The publisher's words about a deprecated version. */
export const statementInput = {
  reason: Type.Optional(Nullable(Text())),
  link: Type.Optional(Nullable(Text(maxUrlLength))),
};

/** The body of both operations (reference, Module version deprecation). */
export const deprecationPayload = documentPayload({
  type: 'module-versions',
  attributes: Type.Object({
    deprecation: Type.Object({ 'deprecated-status': Type.Enum(['Deprecated', 'Undeprecated']), ...statementInput }),
  }),
});

interface DeprecationInput {
  readonly 'deprecated-status': 'Deprecated' | 'Undeprecated';
  readonly reason?: string | null;
  readonly link?: string | null;
}

/** The statement of a body; undefined where it reinstates the version. */
export const statementFrom = ({
  'deprecated-status': status,
  reason = null,
  link = null,
}: DeprecationInput): DeprecationStatement | undefined => (status === 'Deprecated' ? { reason, link } : undefined);
