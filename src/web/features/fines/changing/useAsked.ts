// What a question was asked about, so that figures which change while it is open do not pass for those that were read.
import { useState } from 'react';
import type { Fine, ShownFigures } from '../../../../contract/fines/fines.ts';
import { IN_CASH, type MarkedPayment } from '../details/HowPaid.tsx';

/** How a question begins. */
export interface Asking {
  /** The server has refused the figures asked about before: they are others now. */
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
  /** The fines have other figures than when the question was asked. */
  changed: boolean;
  /** another text where the figures are others */
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
