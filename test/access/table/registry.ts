// Routes of the module registry: members read, module managers write, and anyone who has a link may use it.
import { managers, members, people } from '../callers.ts';
import { everybody, type Named, type Row, type Rows, row, rowElsewhere, type Sent, sending } from '../row.ts';
import type { Scene } from '../scene.ts';

const modules = '/organizations/:organization_name/registry-modules';
const named = `${modules}/private/:namespace/:module_name`;
const referred = `${modules}/public/:public_namespace/:module_name`;
const version = sending('registry-module-versions', { version: '3.0.0' });
const query: Pick<Sent, 'query'> = { query: () => '?module_version=1.0.0' };
const protocol = '//api/registry/v1/modules/:organization_name/:module_name/:module_provider';
const older = '/registry-modules/actions/delete/:organization_name/:module_name';

const by = (purpose: keyof Scene['links']): Pick<Sent, 'at'> => ({
  at: ({ links }) => ({ capability: links[purpose] }),
});

/** Neither the self-hosted edition nor the hosted edition's initial plan includes the deprecation of modules. */
const deprecation = (named: Named, sent: Sent): Row => ({
  sent,
  statusFor: (caller, edition) => row(edition === 'all' ? named : {}).statusFor(caller, edition),
});

const reinstated = { deprecation: { 'deprecated-status': 'Undeprecated' } };

export const registryRows: Rows = {
  [`GET ${modules}`]: row({ 200: members }),
  [`POST ${modules}`]: row({ 201: managers }, sending('registry-modules', { name: 'new', provider: 'aws' })),
  [`GET ${named}`]: row({ 200: members }),
  [`DELETE ${named}`]: row({ 204: managers }),
  [`GET ${named}/:module_provider`]: row({ 200: members }),
  [`DELETE ${named}/:module_provider`]: row({ 204: managers }),
  [`PATCH ${named}/:module_provider`]: row({ 200: managers }, sending('registry-modules', {})),
  [`GET ${named}/:module_provider/commits`]: row({ 200: members }),
  [`POST ${modules}/vcs`]: row({ 422: managers }),
  [`GET ${referred}/:module_provider`]: row({ 200: members }),
  [`PATCH ${referred}/:module_provider`]: row({ 200: managers }, sending('registry-modules', {})),
  [`DELETE ${referred}/:module_provider`]: row({ 204: managers }),
  [`DELETE ${referred}`]: row({ 204: managers }),
  [`POST ${named}/:module_provider/versions`]: row({ 201: managers }, version),
  [`GET ${named}/:module_provider/version`]: row({ 200: members }, query),
  [`GET ${named}/:module_provider/:module_version`]: row({ 200: members }),
  // Refused with 400, because the query does not name a file.
  [`GET ${named}/:module_provider/:module_version/files`]: row({ 400: members }),
  [`PATCH ${named}/:module_provider/:module_version`]: deprecation(
    { 200: managers },
    sending('module-versions', reinstated),
  ),
  [`POST ${named}/:module_provider/actions/set-deprecation`]: deprecation(
    { 200: managers },
    sending('module-versions', { versions: '>= 0.0.0', ...reinstated }),
  ),
  [`GET ${named}/:module_provider/:module_version/downloads`]: deprecation({ 200: managers }, {}),
  [`GET ${named}/:module_provider/:module_version/workspaces`]: rowElsewhere({ 200: members }),
  'GET /organizations/:organization_name/workspace-modules': rowElsewhere({ 200: members }),
  [`GET ${modules}/deprecations-in-use`]: rowElsewhere({ 200: members }),
  [`POST ${modules}/actions/check`]: deprecation({ 200: members }, { body: () => ({ json: [] }) }),
  [`DELETE ${named}/:module_provider/:module_version`]: row({ 204: managers }),

  'GET /registry-modules/hosts': rowElsewhere({ 200: [...people, 'organizationToken', 'teamToken'] }),
  'GET /registry-modules/:module_id': row({ 200: members }),
  'GET /registry-modules/:module_id/tag-bindings': row({ 200: members }),
  'GET /registry-modules/:organization_name/:module_name/:module_provider/commits': row({ 200: members }),
  'GET /registry-modules/show/:organization_name/:module_name/:module_provider': row({ 200: members }),
  'POST /registry-modules/:organization_name/:module_name/:module_provider/versions': row({ 201: managers }, version),
  [`POST ${older}`]: row({ 204: managers }),
  [`POST ${older}/:module_provider`]: row({ 204: managers }),
  [`POST ${older}/:module_provider/:module_version`]: row({ 204: managers }),

  'GET //api/registry/v1/modules/:organization_name': row({ 200: members }),
  [`GET ${protocol}`]: row({ 200: members }),
  [`GET ${protocol}/versions`]: row({ 200: members }),
  [`GET ${protocol}/download`]: row({ 302: members }),
  [`GET ${protocol}/:module_version`]: row({ 200: members }),
  [`GET ${protocol}/:module_version/download`]: row({ 204: members }),

  // Refused with 422, because the body is not an archive. Anyone who has the upload link may use it.
  'PUT //object/:capability': everybody(422, { ...by('upload'), body: () => ({ raw: 'no archive' }) }),
  'GET //object/:capability': everybody(200, by('download')),
};
