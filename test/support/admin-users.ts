// Requests of site administrators on accounts.

import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import type { Person, World } from './world.ts';

export const administrator = (world: World): Promise<Person> => world.person({ isAdmin: true });

/** The endpoint's statuses and states by the names of its actions. */
export const act = (client: Client, id: string, action: string): Promise<Answer> =>
  client.post(`/admin/users/${id}/actions/${action}`);

export const remove = (client: Client, id: string): Promise<Answer> => client.delete(`/admin/users/${id}`);

/** Number of accounts by status according to the service, and in a list without filters. */
export const statusCounts = async (client: Client) => {
  const { body } = await client.get('/admin/users?page[size]=1');
  return { ...body.meta['status-counts'], listed: body.meta.pagination['total-count'] };
};

/** The identifiers of the accounts in a list, in its order. */
export const idsIn = ({ body }: Answer): readonly string[] => body.data.map(({ id }: { id: string }) => id);
