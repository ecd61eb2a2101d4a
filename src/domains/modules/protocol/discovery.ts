// Remote service discovery: a document that tells Terraform and OpenTofu under which paths this host serves its
// protocols.
import { Type } from 'typebox';
import { plain } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { protocolPath } from './routes.ts';

const services = {
  'modules.v1': `${protocolPath}/`,
  'tfe.v2': '/api/v2/',
  'tfe.v2.1': '/api/v2/',
  'tfe.v2.2': '/api/v2/',
};

const schema = Exactly(Object.fromEntries(Object.keys(services).map((name) => [name, Type.String()])));

export const serviceDiscovery = route('GET', '/.well-known/terraform.json', {
  isRoot: true,
  operationId: 'discoverServices',
  summary: 'Show the services of this host',
  description:
    'Remote service discovery: command-line tools read this document to find the module registry and the API.',
  caller: 'anyone',
  reply: plain(schema, { 'cache-control': 'public, max-age=300' }),
  handle: (context) => {
    const prefix = context.pathPrefix();
    return Object.fromEntries(Object.entries(services).map(([name, path]) => [name, prefix + path]));
  },
});
