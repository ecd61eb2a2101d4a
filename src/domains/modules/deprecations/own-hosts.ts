// Host names that module sources can use for this service.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { hostOfService } from '../../../protocols/module-lists/registry-source.ts';

/** Returns the host in the service's base URL and the host's aliases. */
export function ownHosts({ baseUrl, config }: Context): readonly string[] {
  return [...new Set([hostOfService(baseUrl()), ...config.hostAliases])];
}

const hostsResource = resource<readonly string[]>({
  type: 'registry-hosts',
  attributes: { hosts: shown(Type.Array(Type.String()), (hosts) => hosts) },
  id: () => 'registry',
});

const show = route('GET', '/registry-modules/hosts', {
  operationId: 'readRegistryHosts',
  summary: 'Show the hosts of the module registry',
  description:
    'Shows the host names that module sources use for this registry: the host name of the service and its aliases. Deprecation checks recognize the modules of this registry by these host names.',
  caller: 'token',
  edition: 'hosted',
  reply: one(hostsResource),
  handle: (context) => ownHosts(context),
});

export const ownHostsRoutes = [show];
