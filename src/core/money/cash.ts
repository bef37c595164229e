/** The cash a person holds (CASH-1). */
import { addPaisa, type Paisa } from './money.ts';

/**
 * The cash that went through a person's hands since they last handed it over, in paisa; each figure may be negative.
 */
export interface CashFlow {
  /** from members, less what was taken back */
  received: Paisa;
  /** to members, less what was taken back */
  givenBack: Paisa;
  /** for events, or for what a note says */
  paidOut: Paisa;
  /** from others who handed over to them */
  takenOver: Paisa;
}

export const NO_CASH: Readonly<CashFlow> = Object.freeze({ received: 0, givenBack: 0, paidOut: 0, takenOver: 0 });

/** What should be in the drawer; negative if more was given out than came in. */
export function cashHeld({ received, givenBack, paidOut, takenOver }: CashFlow): Paisa {
  return addPaisa(received, takenOver, 0 - givenBack, 0 - paidOut);
}
