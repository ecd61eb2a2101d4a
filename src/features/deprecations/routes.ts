import { document } from '../../http/reply.ts';
import { type RouteFactory, route } from '../../http/route.ts';
import { deprecatableVersion } from './access.ts';
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

export const deprecationRoutes: readonly RouteFactory[] = [deprecate];
