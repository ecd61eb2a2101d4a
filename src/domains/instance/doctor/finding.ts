/** Result of one check in plain words. For a problem it also says what to do. */
export interface DoctorFinding {
  /** Code of the condition. Undefined for checks that exist only in `tipstaff doctor`. */
  readonly code?: string;
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

const finding =
  (status: DoctorFinding['status']) =>
  (check: string, detail: string): DoctorFinding => ({ check, status, detail });

export const ok = finding('ok');
export const warning = finding('warning');
export const problem = finding('problem');
