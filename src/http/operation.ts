/** Documentation of a route in the API description. */
export interface Operation {
  /**
   * Unique operation id that consists of a verb and an object, such as `listPolicies`. Code generators use it as a
   * function name.
   */
  readonly operationId: string;
  /** Title of a few words, such as "List policies". */
  readonly summary: string;
  /** One or two sentences about behavior that the title does not convey. */
  readonly description: string;
}
