import { document, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { moduleFor, namespaceFor, versionFor } from '../registry/access.ts';
import { checkModules, moduleChecks } from './check.ts';
import { checkResource } from './check-document.ts';
import { checkPayload } from './check-payload.ts';
import { setDeprecation } from './deprecations.ts';
import { deprecationPayload, rangeChangeFrom, rangePayload, statementFrom } from './input.ts';
import { changeRange } from './range.ts';
import { rangeResource, stateDocument } from './resource.ts';

const registry = '/organizations/:organization_name/registry-modules';
const ofVersion = `${registry}/private/:namespace/:module_name/:module_provider/:module_version` as const;

const deprecate = route('PATCH', ofVersion, {
  operationId: 'updateModuleVersion',
  summary: 'Deprecate or reinstate a version of a private module',
  description:
    'Deprecates the version with a reason and an optional link, or ends its deprecation. Consumers see the reason when they install the version.',
  edition: 'hosted',
  authorise: versionFor('deprecate'),
  payload: deprecationPayload,
  reply: document(stateDocument),
  handle: (context, { actor, subject, input }) =>
    setDeprecation(context, actor, subject, statementFrom(input.attributes.deprecation)),
});

const deprecateRange = route(
  'POST',
  `${registry}/private/:namespace/:module_name/:module_provider/actions/set-deprecation`,
  {
    operationId: 'setDeprecationOfModuleVersions',
    summary: 'Deprecate or reinstate a range of versions of a private module',
    description:
      'Accepts a version or a range such as `>= 1.0, < 2.0`, and changes either all matching versions or none. Pre-releases match if `prereleases` is true or the version is given exactly. With `dry-run`, nothing changes, and the response shows what would change. `workspace-count` is the number of workspaces in all organizations that use one of the changed versions. With `keep-statement`, versions that are already deprecated keep their reason or link unless `deprecation` contains a new one.',
    edition: 'hosted',
    authorise: moduleFor('deprecate'),
    payload: rangePayload,
    reply: one(rangeResource),
    handle: (context, { actor, subject, input }) => changeRange(context, actor, subject.module, rangeChangeFrom(input)),
  },
);

const check = route('POST', `${registry}/actions/check`, {
  operationId: 'checkModules',
  summary: 'Check modules for deprecated versions',
  description:
    'Accepts a list of modules, a plan in JSON format or a `modules.json` file, and shows which of the modules are deprecated. Modules from other hosts are only counted.',
  edition: 'hosted',
  authorise: namespaceFor('check'),
  payload: checkPayload,
  reply: one(checkResource),
  handle: (context, { subject: { organization }, input }) =>
    moduleChecks(context)(organization.id, () => checkModules(context, organization, input)),
});

export const deprecationRoutes = [deprecate, deprecateRange, check];
