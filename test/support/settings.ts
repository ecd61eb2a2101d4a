// Reads and changes settings as an administrator.

import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import { documentOf } from './documents.ts';
import type { World } from './world.ts';

/** One group of settings, with the client of one administrator. */
export interface SettingsClient {
  readonly client: Client;
  readonly get: (headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** Changes attributes of the group. */
  readonly patch: (attributes: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** Returns the group's current attributes. */
  readonly show: () => Promise<Readonly<Record<string, unknown>>>;
}

/** Creates an administrator. Returns the administrator's access to a group such as `general-settings`. */
export const settingsClient = async (world: World, type: string): Promise<SettingsClient> => {
  const { client } = await world.person({ isAdmin: true });
  return settingsOver(client, type);
};

/** Returns access to a group of settings with the given client. */
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
