// The figures a question was asked about, so that figures which change while it is open are not taken for them.
import { useState } from 'react';
import type { Fine, ShownFigures } from '../../../../contract/fines/fines.ts';
import { IN_CASH, type MarkedPayment } from '../details/HowPaid.tsx';

/** How a question starts. */
export interface Asking {
  /** The server has refused the figures of the previous question, because they have changed. */
  changed?: boolean;
  /** as it was entered before */
  payment?: MarkedPayment;
}

/** A question about the ticked fines. */
export interface TickedQuestion extends Asking {
  action: 'pay' | 'waive' | 'delete';
}

export const shownOf = ({ amount, paidAmount, waivedAmount }: Fine): ShownFigures => ({
  amount,
  paidAmount,
  waivedAmount,
});

export interface Asked {
  payment: MarkedPayment;
  setPayment: (payment: MarkedPayment) => void;
  /** The fines' figures have changed since the question was asked. */
  changed: boolean;
  /** differs whenever the figures differ */
  figures: string;
}

/** `fines`: as they are now; null while nothing is asked. */
export function useAsked(asking: (Asking & { fines: readonly Fine[] }) | null): Asked {
  const figures = JSON.stringify(asking?.fines.map((fine) => [fine.id, shownOf(fine)]) ?? null);
  const [first, setFirst] = useState<string | null>(null);
  const [payment, setPayment] = useState(IN_CASH);
  if ((first === null) !== (asking === null)) {
    setFirst(asking === null ? null : figures);
    if (asking !== null) setPayment(asking.payment ?? IN_CASH);
  }
  const changed = asking !== null && (asking.changed === true || (first !== null && first !== figures));
  return { payment, setPayment, changed, figures };
}
