// References to modules in the public registry. An organization uses references to list the public modules that it
// uses. The versions of these modules are stored only in the public registry.
import { nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { moduleFor, namespaceFor } from './access.ts';
import { shownModule } from './modules.ts';
import { deleteModule, deleteModulesNamed } from './removal.ts';
import { moduleResource } from './resource.ts';
import { emptyInclude, updateOf } from './update-routes.ts';

const ofName = '/organizations/:organization_name/registry-modules/public/:public_namespace/:module_name';
const ofModule = `${ofName}/:module_provider` as const;

const show = route('GET', ofModule, {
  operationId: 'readPublicModule',
  summary: 'Show a reference to a module of the public registry',
  description:
    'Shows the reference that the organization has registered. The versions of the module are in the public registry.',
  authorise: moduleFor('read'),
  query: { emptyInclude },
  reply: one(moduleResource),
  handle: (context, { subject }) => shownModule(context, subject.module, subject),
});

const remove = route('DELETE', ofModule, {
  operationId: 'deletePublicModule',
  summary: 'Delete a reference to a module of the public registry',
  description: 'Deletes the reference for one provider. The public registry is not affected.',
  authorise: moduleFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteModule(context, actor, subject),
});

const removeNamed = route('DELETE', ofName, {
  operationId: 'deletePublicModulesByName',
  summary: 'Delete the references to a name of the public registry',
  description: 'Deletes the references to all modules with this namespace and name, for all providers.',
  authorise: namespaceFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject, params }) => deleteModulesNamed(context, actor, subject, params),
});

export const publicModuleRoutes = [
  show,
  updateOf(ofModule, {
    operationId: 'updatePublicModule',
    summary: 'Change a reference to a module of the public registry',
    authorise: moduleFor('update'),
  }),
  remove,
  removeNamed,
];
