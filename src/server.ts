import type { Context } from './context.ts';
import { authenticate } from './domains/accounts/index.ts';
import { servedWith } from './domains/index.ts';
import { generalSettings, metrics, siteOf } from './domains/instance/index.ts';
import { policyEngine } from './domains/policies/index.ts';
import { buildApp } from './http/app.ts';
import type { HttpServer } from './http/http-server.ts';
import { budgetsIn } from './http/rate-limit.ts';
import { memoryRateLimitStore } from './lib/concurrency/rate-window.ts';
import { showFailurePage } from './pages/failure-page.ts';
import { sharedRateLimitStore } from './runtime/limits/shared-rate-limit.ts';
import { untrustedProxyNote } from './runtime/state/untrusted-proxy.ts';
import { loadShedding } from './services.ts';

/**
 * Builds the server from the domains and the HTTP layer, without listening yet. Rate limits use `now`, in milliseconds.
 */
export const buildServer = (context: Context, now: () => number = () => performance.now()): HttpServer => {
  const { config, vocabulary } = context;
  const { routes, includable } = servedWith(vocabulary);
  metrics(context).watchEngine(() => policyEngine(context).figures());
  return buildApp(context, {
    routes,
    includable,
    authenticate: (headers, caller) => authenticate(context, headers, caller),
    showPage: showFailurePage(() => siteOf(context)),
    noteRequest: untrustedProxyNote(context),
    pressure: loadShedding(context),
    noteAnswer: metrics(context).answered,
    limit: () => {
      const settings = generalSettings(context);
      return settings['api-rate-limiting-enabled'] ? settings['api-rate-limit'] : undefined;
    },
    budgets: budgetsIn(
      config.rateLimitStore === 'database' ? sharedRateLimitStore(context) : memoryRateLimitStore(now),
    ),
  });
};
