import { administration, administrationOf } from '../../../http/callers.ts';
import { many, nothing, one } from '../../../http/reply.ts';
import { type PathParameters, route } from '../../../http/route.ts';
import { pageIn } from '../../../kernel/page.ts';
import { createPayload, updatePayload } from './input.ts';
import { createProvider, deleteProvider, findProviders, getProvider, updateProvider } from './providers.ts';
import { providerResource, shownProvider } from './resource.ts';

const providers = '/admin/oidc-providers';
const provider = `${providers}/:oidc_provider_id` as const;

const administered = administrationOf(({ database }, params: PathParameters<typeof provider>) =>
  getProvider(database, params.oidc_provider_id),
);

const list = route('GET', providers, {
  ...administration,
  operationId: 'listOidcProviders',
  summary: 'List the OpenID Connect providers',
  description:
    'The providers are listed in the order of their buttons on the sign-in page. Credentials are never returned.',
  query: { paginated: true },
  reply: many(providerResource),
  handle: async (context, { query }) =>
    pageIn(
      (await findProviders(context)).map((row) => shownProvider(context, row)),
      query.page,
    ),
});

const create = route('POST', providers, {
  ...administration,
  operationId: 'createOidcProvider',
  summary: 'Create an identity provider',
  description:
    'Omitted attributes get the values of the `preset`. Register `redirect-uri` and `backchannel-logout-uri` at the provider. `key` is part of both URLs and cannot be changed later. People can sign in through the provider while the settings group `oidc-sign-in` is enabled.',
  payload: createPayload,
  creates: true,
  reply: one(providerResource, 201),
  handle: async (context, { actor, input }) =>
    shownProvider(context, await createProvider(context, actor, input.attributes)),
});

const show = route('GET', provider, {
  ...administered,
  operationId: 'readOidcProvider',
  summary: 'Show an identity provider',
  description: 'Returns all attributes except the credential.',
  reply: one(providerResource),
  handle: (context, { subject }) => shownProvider(context, subject),
});

const update = route('PATCH', provider, {
  ...administered,
  operationId: 'updateOidcProvider',
  summary: 'Change an identity provider',
  description:
    'Omitted attributes stay unchanged. If the issuer or the tenant changes, the credential must be sent again. A new `position` moves the button of the provider on the sign-in page and renumbers the other providers.',
  payload: updatePayload,
  reply: one(providerResource),
  handle: async (context, { actor, subject, input }) =>
    shownProvider(context, await updateProvider(context, actor, subject, input.attributes)),
});

const remove = route('DELETE', provider, {
  ...administered,
  operationId: 'deleteOidcProvider',
  summary: 'Delete an identity provider',
  description:
    'People can no longer sign in through the provider. Sessions that were opened through the provider stay valid. Identities are kept until they are unlinked. They can be used again if a provider with the same issuer is created.',
  reply: nothing,
  handle: (context, { actor, subject }) => deleteProvider(context, actor, subject),
});

export const openIdProviderRoutes = [list, create, show, update, remove];
