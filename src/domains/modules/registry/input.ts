// The bodies that create modules and their versions.
import { Type } from 'typebox';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import { parseVersion } from '../../../lib/semver.ts';
import { modules, moduleVersions } from './entity.ts';

export const newModule = {
  ...modules.create,
  namespace: Type.Optional(Nullable(Text())),
  'registry-name': Type.Optional(Nullable(Type.Enum(['private']))),
};

export const modulePayload = documentPayload({ type: 'registry-modules', attributes: Type.Object(newModule) });

const notSemantic = attributeProblem('version', 'Version must be a semantic version, such as 1.4.0 or 2.0.0-beta.1');

/** The rule over a version's text that no schema expresses. */
export const versionProblems = ({ version }: Readonly<Record<string, unknown>>): readonly Problem[] =>
  typeof version !== 'string' || parseVersion(version) !== undefined ? [] : [notSemantic];

export const versionPayload = documentPayload({
  type: 'registry-module-versions',
  attributes: Type.Object(moduleVersions.create),
  rules: versionProblems,
});
