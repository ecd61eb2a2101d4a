// What publishers send.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import type { DeprecationStatement } from './deprecations.ts';

const maxUrlLength = 2_048;

/** What is said of a version that is deprecated. */
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

/** The statement that a body makes; undefined where it takes one back. */
export const statementFrom = ({
  'deprecated-status': status,
  reason = null,
  link = null,
}: DeprecationInput): DeprecationStatement | undefined => (status === 'Deprecated' ? { reason, link } : undefined);
