import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { sharedRateLimitStore } from './effects/shared-rate-limit.ts';
import { featuresFor } from './features/index.ts';
import { showFailurePage } from './features/pages/failure-page.ts';
import { authenticate } from './features/sessions/authenticate.ts';
import { readGeneralSettings } from './features/settings/settings.ts';
import { buildApp } from './http/app.ts';
import { memoryRateLimitStore } from './lib/token-bucket.ts';

/** Composes the features and the framework into a server that does not listen yet. */
export const buildServer = async (context: Context): Promise<FastifyInstance> => {
  const { database, config, vocabulary } = context;
  const { routes, includable } = featuresFor(vocabulary);
  const settings = await readGeneralSettings(database, config.edition);
  return buildApp(context, {
    routes,
    loaders: new Map(includable.map((each) => [each.type, each.load(context)])),
    authenticate: (headers, caller) => authenticate(context, headers, caller),
    showPage: showFailurePage(context),
    limit: () => (settings['api-rate-limiting-enabled'] ? settings['api-rate-limit'] : undefined),
    buckets:
      config.rateLimitStore === 'database'
        ? sharedRateLimitStore(database)
        : memoryRateLimitStore(() => performance.now()),
  });
};
