// Routes that change modules and list their tags. Also routes that reject features that need a connection to version
// control.
import { manyOrAll, nothing, one } from '../../../http/reply.ts';
import { type Authorise, type Route, route } from '../../../http/route.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import { pageIn } from '../../../kernel/page.ts';
import { tagBindingResource, tagsFrom } from '../../organizations/index.ts';
import { type ModuleAccess, moduleByIdFor, namespaceFor } from './access.ts';
import { moduleChanges, nothingPulled } from './input.ts';
import { moduleResource } from './resource.ts';
import { tagsOfModule } from './tag-store.ts';
import { updateModule } from './update.ts';

/** Clients may request no-code modules as included records. This service does not have no-code modules. */
export const emptyInclude = ['no-code-modules'];

/** Returns a route that changes the module under the given path. */
export const updateOf = <const Path extends string>(
  path: Path,
  spec: {
    readonly operationId: string;
    readonly summary: string;
    readonly authorise: Authorise<Path, ModuleAccess>;
  },
): Route =>
  route('PATCH', path, {
    ...spec,
    description: 'If the request contains tags, they replace all tags of the module.',
    query: { emptyInclude },
    payload: moduleChanges,
    reply: one(moduleResource),
    handle: (context, { actor, subject, input: { relationships } }) => {
      const sent = relationships['tag-bindings'];
      const tags = sent && tagsFrom(sent.data, '/data/relationships/tag-bindings/data');
      return updateModule(context, actor, subject, tags);
    },
  });

const listTags = route('GET', '/registry-modules/:module_id/tag-bindings', {
  operationId: 'listModuleTags',
  summary: 'List the tags of a module',
  description: 'Tags are sorted by key. Without page parameters, the response contains the complete list.',
  authorise: moduleByIdFor('read'),
  query: { paginated: true },
  reply: manyOrAll(tagBindingResource),
  handle: async ({ database }, { subject: { row }, query }) => {
    const rows = await database.rows(tagsOfModule, { module: row.id });
    return query.isPaged ? pageIn(rows, query.page) : rows;
  },
});

const refusedVersionControl = route('POST', '/organizations/:organization_name/registry-modules/vcs', {
  operationId: 'createModuleFromVersionControl',
  summary: 'Create a module from version control (always refused)',
  description:
    'Responds with 422, because this service does not connect to version control. Create the module and upload its versions instead.',
  authorise: namespaceFor('create'),
  reply: nothing,
  failures: [422],
  handle: () => {
    throw invalid({ code: 'not-supported', detail: nothingPulled });
  },
});

export const moduleUpdateRoutes = [listTags, refusedVersionControl];
