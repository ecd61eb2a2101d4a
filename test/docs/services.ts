// Starts the service for the commands on a page: a new local service, or a service with the organization `shire`.
import { join } from 'node:path';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { startService } from '../support/command.ts';
import { startEveryJob } from '../support/jobs.ts';
import { type Home, openWorld, system } from '../support/world.ts';
import type { Commands } from './blocks.ts';
import { recordsBefore } from './records.ts';

/** Address of the service on documentation pages. */
export const sampleAddress = 'https://tipstaff.example.com';
const ownAddress = 'http://127.0.0.1:8080';

/** Commands that access a service's database or data folder directly. */
const onData = /\btipstaff (admin|audit|backup|doctor|organization|retention|settings|token|user) /;

export interface Service extends AsyncDisposable {
  readonly url: string;
  /** Replaces the address and the token in a page's commands with those of this service. */
  readonly filledIn: (commands: string) => string;
}

/** Starts the service that the commands on a page use, if any. */
export async function openService(path: string, commands: readonly Commands[], folder: string): Promise<Service> {
  const text = commands.map((each) => each.text).join('');
  if (text.includes(sampleAddress)) return await openShire(path);
  if (text.includes(ownAddress) || onData.test(text)) return await openOwn(folder);
  return { url: sampleAddress, filledIn: (each) => each, [Symbol.asyncDispose]: async () => undefined };
}

/** Starts a service in the folder, without an administrator. */
async function openOwn(folder: string): Promise<Service> {
  const service = await startService({ TIPSTAFF_DATA_DIR: join(folder, 'data') });
  return {
    url: service.url,
    filledIn: (commands) => commands.replaceAll(ownAddress, service.url),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Starts a service with the organization `shire` and the records that the page expects. */
async function openShire(path: string): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openWorld('sqlite'));
  stack.use(startEveryJob(world));
  const owner = await world.person({ isAdmin: true });
  const attributes = { name: 'shire', email: 'shire@example.com' };
  const organization = await createOrganization(world.context, system, attributes, owner.user.id);
  const home: Home = { organization, name: organization.name, owner, client: owner.client };
  await recordsBefore[path]?.(home, world);
  const opened = stack.move();
  const filledIn: Service['filledIn'] = (commands) =>
    commands.replaceAll(sampleAddress, world.url).replaceAll('TIPSTAFF_TOKEN=…', `TIPSTAFF_TOKEN=${owner.token}`);
  return { url: world.url, filledIn, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
