import { document } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { consumerOf, deprecatableVersion } from './access.ts';
import { checkModules } from './check.ts';
import { checkedDocument, checkedSchema } from './check-document.ts';
import { checkPayload } from './check-payload.ts';
import { setDeprecation } from './deprecations.ts';
import { deprecationPayload, statementFrom } from './input.ts';
import { stateDocument, stateSchema } from './resource.ts';

const registry = '/organizations/:organization_name/registry-modules';
const ofVersion = `${registry}/private/:namespace/:module_name/:module_provider/:module_version` as const;

const deprecate: RouteFactory = () =>
  route({
    method: 'PATCH',
    path: ofVersion,
    summary: 'Deprecate a version of a private module, or reinstate it',
    caller: 'token',
    edition: 'hosted',
    authorise: deprecatableVersion,
    payload: deprecationPayload,
    reply: document(stateSchema, stateDocument),
    handle: (context, { actor, subject, input }) =>
      setDeprecation(context, actor, subject, statementFrom(input.attributes.deprecation)),
  });

const check: RouteFactory = () =>
  route({
    method: 'POST',
    path: `${registry}/actions/check`,
    summary: 'Tell which modules of a list, of a plan in JSON or of modules.json are deprecated',
    caller: 'token',
    edition: 'hosted',
    authorise: (context, actor, { organization_name }) => consumerOf(context, actor, organization_name),
    payload: checkPayload,
    reply: document(checkedSchema, checkedDocument),
    handle: (context, { subject, input }) => checkModules(context, subject.organization, input),
  });

export const deprecationRoutes: readonly RouteFactory[] = [deprecate, check];
