import { Type } from 'typebox';
import { resource, type ShownAttributes, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Nullable, NullableString, Timestamp } from '../../../jsonapi/schema.ts';
import type { UserRow } from '../uses/store.ts';
import { consumerAttributes } from './download-resource.ts';
import type { ConsumerRow } from './download-store.ts';
import type { UsedDeprecation } from './in-use.ts';

const consumer = shownObject<ConsumerRow>(consumerAttributes);

const workspace = shownObject<UserRow>({
  id: shown(Type.String(), ({ id }) => id),
  name: shown(Type.String(), ({ name }) => name),
});

const attributes: ShownAttributes<UsedDeprecation> = {
  name: shown(Type.String(), ({ name }) => name),
  provider: shown(Type.String(), ({ provider }) => provider),
  version: shown(Type.String(), ({ version }) => version),
  reason: shown(NullableString(), ({ reason }) => reason),
  link: shown(NullableString(), ({ link }) => link),
  'newest-version': shown(NullableString(), ({ newest }) => newest),
  'last-downloaded-at': shown(Nullable(Timestamp()), ({ last_downloaded_at: at }) => at),
  'consumer-count': shown(Nullable(Type.Integer({ minimum: 0 })), ({ consumers }) =>
    consumers === undefined ? null : (consumers[0]?.total ?? 0),
  ),
  consumers: shown(Nullable(Type.Array(consumer.schema)), ({ consumers }) => consumers?.map(consumer.read) ?? null),
  'workspace-count': shown(Type.Integer({ minimum: 0 }), ({ workspaces }) => workspaces[0]?.total ?? 0),
  workspaces: shownList(workspace, ({ workspaces }) => workspaces),
};

/** Attributes of a deprecated version in use as an object. */
export const usedDeprecation = shownObject<UsedDeprecation>(attributes);

/** A deprecated version that consumers still download. Its consumers are included if the actor may see them. */
export const usedDeprecationResource = resource<UsedDeprecation>({
  type: 'module-deprecations-in-use',
  attributes,
  relationships: { 'registry-module': { to: 'registry-modules', one: ({ module_id }) => module_id } },
});
