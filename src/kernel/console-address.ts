// Addresses of the console's pages that others lead to.

/** The page of an evaluation, at a service with this address. */
export const evaluationPage = (service: string, organization: string, id: string): string =>
  `${service}/app/organizations/${encodeURIComponent(organization)}/evaluations/${encodeURIComponent(id)}`;
