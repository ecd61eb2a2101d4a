/** Request to repeat. Only the body may differ between repetitions. */
export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly body?: () => string;
}
