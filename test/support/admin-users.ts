// Requests that site administrators send about accounts.

import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import type { Person, World } from './world.ts';

export const administrator = (world: World): Promise<Person> => world.person({ isAdmin: true });

/** Runs an account action of the administration API, such as `suspend`. */
export const act = (client: Client, id: string, action: string): Promise<Answer> =>
  client.post(`/admin/users/${id}/actions/${action}`);

export const remove = (client: Client, id: string): Promise<Answer> => client.delete(`/admin/users/${id}`);

/** Returns the number of accounts by status: as the service counts them, and as counted from an unfiltered list. */
export const statusCounts = async (client: Client) => {
  const { body } = await client.get('/admin/users?page[size]=1');
  return { ...body.meta['status-counts'], listed: body.meta.pagination['total-count'] };
};

/** Returns the ids of the listed accounts, in list order. */
export const idsIn = ({ body }: Answer): readonly string[] => body.data.map(({ id }: { id: string }) => id);
