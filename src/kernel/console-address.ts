// URLs of console pages that other parts of the program link to.

/** Returns the URL of an evaluation's page. `service` is the service's base URL. */
export const evaluationPage = (service: string, organization: string, id: string): string =>
  `${service}/app/organizations/${encodeURIComponent(organization)}/evaluations/${encodeURIComponent(id)}`;
