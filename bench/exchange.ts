/** One request, the same each time but for the body, which may have to differ. */
export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly body?: () => string;
}
