// What site administrators do with accounts.
import type { Answer, Client } from './client.ts';
import type { Person, World } from './world.ts';

export const administrator = (world: World): Promise<Person> => world.person({ isAdmin: true });

/** The endpoint's statuses and states by the names of its actions. */
export const act = (client: Client, id: string, action: string): Promise<Answer> =>
  client.post(`/admin/users/${id}/actions/${action}`);

export const remove = (client: Client, id: string): Promise<Answer> => client.delete(`/admin/users/${id}`);

/** How many accounts the service says that there are, and how many a list without filters has. */
export const statusCounts = async (client: Client) => {
  const { body } = await client.get('/admin/users?page[size]=1');
  return { ...body.meta['status-counts'], listed: body.meta.pagination['total-count'] };
};

/** The identifiers of the accounts in a list, in its order. */
export const idsIn = ({ body }: Answer): readonly string[] => body.data.map(({ id }: { id: string }) => id);
