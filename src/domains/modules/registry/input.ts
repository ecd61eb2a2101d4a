// The bodies that create modules and their versions.
import { Type } from 'typebox';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import { parseVersion } from '../../../lib/semver.ts';

const maxVersionLength = 255;

/** The attributes of a new module. */
export const newModule = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^$|^[0-9A-Za-z](?:[0-9A-Za-z_-]*[0-9A-Za-z])?$',
    'x-detail': 'can only include letters, numbers, - and _, and must begin and end with a letter or a number.',
  }),
  provider: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[0-9a-z]*$',
    'x-detail': 'can only include lower-case letters and numbers.',
  }),
  namespace: Type.Optional(Nullable(Text())),
  'registry-name': Type.Optional(Nullable(Type.Enum(['private']))),
};

export const modulePayload = documentPayload({ type: 'registry-modules', attributes: Type.Object(newModule) });

/** The attributes of a new version. */
export const newVersion = { version: Type.String({ minLength: 1, maxLength: maxVersionLength }) };

const notSemantic = attributeProblem('version', 'Version must be a semantic version, such as 1.4.0 or 2.0.0-beta.1');

/** The rule over a version's text that no schema expresses. */
export const versionProblems = ({ version }: Readonly<Record<string, unknown>>): readonly Problem[] =>
  typeof version !== 'string' || parseVersion(version) !== undefined ? [] : [notSemantic];

export const versionPayload = documentPayload({
  type: 'registry-module-versions',
  attributes: Type.Object(newVersion),
  rules: versionProblems,
});
