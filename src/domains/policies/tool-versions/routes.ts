// Lists the available versions of the policy tools, so that clients can choose one for a policy set.
import { Type } from 'typebox';
import { administration } from '../../../http/callers.ts';
import { many } from '../../../http/reply.ts';
import { type Routes, route } from '../../../http/route.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { emptyPage, pageIn } from '../../../kernel/page.ts';
import { policyEngine } from '../services.ts';

interface ToolVersion {
  readonly version: string;
}

const versionsOf = (type: string) =>
  resource<ToolVersion>({
    type,
    id: ({ version }) => `tool-${version}`,
    attributes: {
      version: shown(Type.String(), ({ version }) => version),
      enabled: shown(Type.Boolean(), () => true),
      official: shown(Type.Boolean(), () => true),
      beta: shown(Type.Boolean(), () => false),
      deprecated: shown(Type.Boolean(), () => false),
    },
  });

const query = { paginated: true, parameters: ['search[version]', 'filter[version]'] };

const ofOpa = route('GET', '/admin/opa-versions', {
  ...administration,
  operationId: 'listOpaVersions',
  summary: 'List the versions of OPA that evaluate policies',
  description: 'The list has one entry: the version that is built into this service.',
  query,
  reply: many(versionsOf('opa-versions')),
  handle: async (context, { query: { value, page } }) => {
    const { opa } = await policyEngine(context).version();
    const isWanted = (value('filter[version]') ?? opa) === opa && opa.includes(value('search[version]') ?? '');
    return pageIn(isWanted ? [{ version: opa }] : [], page);
  },
});

const ofNative = route('GET', '/admin/native-versions', {
  ...administration,
  operationId: 'listNativeVersions',
  summary: 'List the tool versions that evaluate policies of the kind `native` (always empty)',
  description: 'The list is always empty, because this service does not evaluate policies of this kind.',
  query,
  reply: many(versionsOf('native-versions')),
  handle: (_context, { query: { page } }) => emptyPage(page),
});

export const toolVersionRoutes: Routes = [ofOpa, ofNative];
