// Request bodies that create and change modules, and that create versions.
import { Type } from 'typebox';
import { attributeProblem, nothingRuns, type Problem } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import { TagBindings } from '../../../jsonapi/tag.ts';
import { parseVersion, withoutTagPrefix } from '../../../protocols/module-versions/semver.ts';
import { moduleNameForm, modules, moduleVersions } from './entity.ts';

/** Attributes of a new module that the command line can set. */
export const newModule = modules.create;

const registryName = () => Type.Optional(Nullable(Type.Enum(['private', 'public'])));

const testConfig = Type.Object({
  'tests-enabled': Type.Optional(Nullable(Type.Boolean())),
  'agent-execution-mode': Type.Optional(Nullable(Type.Enum(['agent', 'remote']))),
  'agent-pool-id': Type.Optional(Nullable(Text())),
});

/**
 * Returns a problem if the request configures module tests, which this service cannot run. A request that explicitly
 * disables tests is accepted.
 */
function testProblems({ 'test-config': config }: Readonly<Record<string, unknown>>): readonly Problem[] {
  const { 'tests-enabled': isEnabled, 'agent-execution-mode': mode, 'agent-pool-id': pool } = Object(config);
  const isRequest = isEnabled === true || mode === 'agent' || !['', null, undefined].includes(pool);
  return isRequest ? [attributeProblem('test-config', 'not-supported', nothingRuns)] : [];
}

const nothingProvisioned =
  'Tipstaff does not provision infrastructure, so a module cannot be a no-code module: omit no-code, or send false';

const noCodeProblems = (attributes: Readonly<Record<string, unknown>>): readonly Problem[] =>
  attributes['no-code'] === true ? [attributeProblem('no-code', 'not-supported', nothingProvisioned)] : [];

const moduleAttributes = Type.Object({
  ...newModule,
  namespace: Type.Optional(Nullable(Text())),
  'registry-name': registryName(),
  /** Terraform clients spell this property with an underscore. */
  registry_name: registryName(),
  'no-code': Type.Optional(Nullable(Type.Boolean())),
  'test-config': Type.Optional(Nullable(testConfig)),
});

const pattern = new RegExp(moduleNameForm.pattern);

/** Returns a problem if a reference to a public module has no valid namespace. Other modules need no namespace. */
const namespaceProblems = ({ namespace, ...rest }: Readonly<Record<string, unknown>>): readonly Problem[] => {
  if ((rest['registry-name'] ?? rest.registry_name) !== 'public') return [];
  if (typeof namespace !== 'string' || namespace === '')
    return [
      attributeProblem(
        'namespace',
        'required',
        "Namespace can't be blank: give the namespace of the module in the public registry",
      ),
    ];
  const isName = namespace.length <= moduleNameForm.maxLength && pattern.test(namespace);
  return isName ? [] : [attributeProblem('namespace', 'malformed', `Namespace ${moduleNameForm['x-detail']}`)];
};

export const modulePayload = documentPayload({
  type: 'registry-modules',
  attributes: moduleAttributes,
  rules: (attributes) => [
    ...namespaceProblems(attributes),
    ...versionControlProblems(attributes),
    ...testProblems(attributes),
    ...noCodeProblems(attributes),
  ],
});

/** Error message for requests that create a module from version control. */
export const nothingPulled =
  'Tipstaff does not connect to version control: create the module without vcs-repo, and upload its versions';

const versionControlProblems = (attributes: Readonly<Record<string, unknown>>): readonly Problem[] =>
  Object.keys(Object(attributes['vcs-repo'])).length === 0
    ? []
    : [attributeProblem('vcs-repo', 'not-supported', nothingPulled)];

/** Body of the request that changes a module. */
export const moduleChanges = documentPayload({
  type: 'registry-modules',
  attributes: Type.Object({
    'no-code': Type.Optional(Nullable(Type.Boolean())),
    'test-config': Type.Optional(Nullable(testConfig)),
  }),
  relationships: Type.Object({ 'tag-bindings': Type.Optional(Type.Object({ data: TagBindings() })) }),
  rules: (attributes) => [
    ...versionControlProblems(attributes),
    ...testProblems(attributes),
    ...noCodeProblems(attributes),
  ],
});

const notSemantic = attributeProblem(
  'version',
  'malformed',
  'Version must be a semantic version, such as 1.4.0 or 2.0.0-beta.1',
);

/** Returns a problem if the version is not valid. JSON Schema cannot express this rule. */
export const versionProblems = ({ version }: Readonly<Record<string, unknown>>): readonly Problem[] =>
  typeof version !== 'string' || parseVersion(withoutTagPrefix(version)) !== undefined ? [] : [notSemantic];

export const versionPayload = documentPayload({
  type: 'registry-module-versions',
  attributes: Type.Object(moduleVersions.create),
  rules: versionProblems,
});
