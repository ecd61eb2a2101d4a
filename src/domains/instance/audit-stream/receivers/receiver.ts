// The contract of the kinds of receivers: each is one file here, and one entry in `kinds.ts`.
import type { DeliveryLimits } from '../../../../effects/delivery.ts';
import type { StreamMessage } from '../../../../protocols/audit-stream/line.ts';
import type { Attributes, BrokenRule, ValuesOf } from '../../settings/group.ts';

/** Facts about the service that sends, and limits of a delivery. */
interface Sender extends DeliveryLimits {
  /** The name of this service. */
  readonly host: string;
  /** In ms since 1970. */
  readonly now: number;
}

export interface ReceiverKind<Own extends Attributes> {
  /** The settings that only receivers of this kind have. */
  readonly attributes: Own;
  /** The rules that its settings break, so that nothing can be sent. */
  faults(values: ValuesOf<Own>): readonly BrokenRule[];
  /**
   * Sends a batch by settings without faults; returns once the receiver has taken all of it, and throws otherwise. A batch without
   * lines is a test.
   */
  send(values: ValuesOf<Own>, lines: readonly StreamMessage[], sender: Sender): Promise<void>;
}

export const receiverKind = <const Own extends Attributes>(kind: ReceiverKind<Own>): ReceiverKind<Own> => kind;
