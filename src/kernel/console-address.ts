// URLs of console pages to which other parts of the program link.

/** Returns the URL of the console page that shows an evaluation. `service` is the service's base URL. */
export const evaluationPage = (service: string, organization: string, id: string): string =>
  `${service}/app/organizations/${encodeURIComponent(organization)}/evaluations/${encodeURIComponent(id)}`;

/**
 * Returns the URL of an evaluation's page with the open form that asks for an exemption from a policy. `policy` is the
 * identifier of the policy in the outcomes of the evaluation.
 */
export const askPage = (page: string, policy: string): string => `${page}?ask=${encodeURIComponent(policy)}`;

/** Whether a URL is the page of an evaluation on a service, with or without the form that asks for an exemption. */
export const isEvaluationPage = (service: string, url: string): boolean =>
  url.startsWith(service) &&
  /^\/app\/organizations\/[\w-]+\/evaluations\/[\w-]+(?:\?ask=[\w-]+)?$/.test(url.slice(service.length));
