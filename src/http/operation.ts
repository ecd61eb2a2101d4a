/** Description of a route in the API description. */
export interface Operation {
  /** Unique in the description: a verb and what it acts on, such as `listPolicies`. Generators name functions by it. */
  readonly operationId: string;
  /** A title of a few words. */
  readonly summary: string;
  /** One or two sentences: what the route does that its title does not say. */
  readonly description: string;
}
