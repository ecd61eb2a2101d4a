// URLs of console pages to which other parts of the program link.

/** Returns the URL of the console page that shows an evaluation. `service` is the service's base URL. */
export const evaluationPage = (service: string, organization: string, id: string): string =>
  `${service}/app/organizations/${encodeURIComponent(organization)}/evaluations/${encodeURIComponent(id)}`;

/** Whether a URL is the page of an evaluation on a service. */
export const isEvaluationPage = (service: string, url: string): boolean =>
  url.startsWith(service) && /^\/app\/organizations\/[\w-]+\/evaluations\/[\w-]+$/.test(url.slice(service.length));
