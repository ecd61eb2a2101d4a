// Interface of receiver types. Each type is a file in this folder and an entry in `kinds.ts`.
import type { DeliveryLimits } from '../../../../effects/delivery.ts';
import type { ProxyConfig } from '../../../../effects/outbound.ts';
import type { StreamMessage } from '../../../../protocols/audit-stream/line.ts';
import type { Attributes, BrokenRule, ValuesOf } from '../../settings/group.ts';

/** Facts about this service, and the limits of a delivery. */
interface Sender extends DeliveryLimits {
  /** Host name of this service. */
  readonly host: string;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly proxy: ProxyConfig;
}

export interface ReceiverKind<Own extends Attributes> {
  /** Settings that only this receiver type has. */
  readonly attributes: Own;
  /** Returns validation errors for settings with which sending is impossible. */
  faults(values: ValuesOf<Own>): readonly BrokenRule[];
  /**
   * Sends a batch with valid settings. Returns after the receiver has accepted the whole batch, and throws otherwise. A
   * batch without lines is a test.
   */
  send(values: ValuesOf<Own>, lines: readonly StreamMessage[], sender: Sender): Promise<void>;
}

export const receiverKind = <const Own extends Attributes>(kind: ReceiverKind<Own>): ReceiverKind<Own> => kind;
