// Settings as administrators read and change them.

import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import { documentOf } from './documents.ts';
import type { World } from './world.ts';

/** One group of settings, as one administrator sees it. */
export interface SettingsClient {
  readonly client: Client;
  readonly get: (headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** Changes attributes. */
  readonly patch: (attributes: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The attributes as they are. */
  readonly show: () => Promise<Readonly<Record<string, unknown>>>;
}

/** A new administrator's way to a group, such as `general-settings`. */
export const settingsClient = async (world: World, type: string): Promise<SettingsClient> => {
  const { client } = await world.person({ isAdmin: true });
  return settingsOver(client, type);
};

/** The way to a group that a client has. */
export const settingsOver = (client: Client, type: string): SettingsClient => {
  const path = `/admin/${type}`;
  const get: SettingsClient['get'] = (headers = {}) => client.get(path, { headers });
  return {
    client,
    get,
    patch: (attributes, headers = {}) => client.request('PATCH', path, { json: documentOf(type, attributes), headers }),
    show: async () => (await get()).body.data.attributes,
  };
};
