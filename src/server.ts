import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { sharedRateLimitStore } from './effects/shared-rate-limit.ts';
import { featuresFor } from './features/index.ts';
import { showFailurePage } from './features/pages/failure-page.ts';
import { authenticate } from './features/sessions/authenticate.ts';
import { generalSettings } from './features/settings/groups/general.ts';
import { buildApp } from './http/app.ts';
import { memoryRateLimitStore } from './lib/token-bucket.ts';

/** Composes the features and the framework into a server that does not listen yet. */
export const buildServer = (context: Context): FastifyInstance => {
  const { database, config, vocabulary } = context;
  const { routes, includable } = featuresFor(vocabulary);
  return buildApp(context, {
    routes,
    loaders: new Map(includable.map((each) => [each.type, each.load(context)])),
    authenticate: (headers, caller) => authenticate(context, headers, caller),
    showPage: showFailurePage(context),
    limit: () => {
      const settings = generalSettings(context);
      return settings['api-rate-limiting-enabled'] ? settings['api-rate-limit'] : undefined;
    },
    buckets:
      config.rateLimitStore === 'database'
        ? sharedRateLimitStore(database)
        : memoryRateLimitStore(() => performance.now()),
  });
};
