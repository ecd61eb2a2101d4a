/** Request that is sent repeatedly. Only its body may differ between repetitions. */
export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly body?: () => string;
}
