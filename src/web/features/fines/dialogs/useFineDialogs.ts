// Which dialogs of the Fines screen are open, and about which fines.
import { useCallback, useState } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { type RecordDialog, useRecordDialog } from '../../../ui/dialogs/dialog-state.ts';
import type { Question } from '../changing/ConfirmAction.tsx';
import type { TickedQuestion } from '../changing/questions.ts';
import type { FineAction } from '../fine-actions.tsx';
import { useMoneyDialog } from '../../../ui/money/opening/opening.ts';

/** null: not open. A question may come back while another dialog is open, so they are independent of each other. */
interface OpenDialogs {
  /** before one fine is marked or deleted */
  question: Question | null;
  /** before something is done with the ticked fines */
  ticking: TickedQuestion | null;
  waiving: Fine | null;
  unwaiving: Fine | null;
}

const NOTHING: OpenDialogs = { question: null, ticking: null, waiving: null, unwaiving: null };

export interface FineDialogs extends Readonly<OpenDialogs> {
  details: RecordDialog<Fine, 'details'>;
  /** The same function on every render, as is `showDetails`. */
  ask: (action: FineAction, fine: Fine) => void;
  showDetails: (fine: Fine) => void;
  /** Asks again, because the fine has changed since it was shown. */
  askAgain: (question: Question) => void;
  /** `changed`: the figures have changed since the last question */
  askTicked: (question: TickedQuestion) => void;
  close: (which: keyof OpenDialogs) => void;
}

export function useFineDialogs(): FineDialogs {
  const [asked, setAsked] = useState(NOTHING);
  const open = useCallback((which: Partial<OpenDialogs>) => setAsked((now) => ({ ...now, ...which })), []);
  const details = useRecordDialog<Fine, 'details'>('fine');
  const { open: openDetails } = details;
  const { show } = useMoneyDialog();
  return {
    ...asked,
    details,
    ask: useCallback(
      (action, fine) => {
        if (action === 'collect') show({ kind: 'collect', userId: fine.userId, fineId: fine.id });
        else if (action === 'waive') open({ waiving: fine });
        else if (action === 'unwaive') open({ unwaiving: fine });
        else open({ question: { action, fine } });
      },
      [open, show],
    ),
    showDetails: useCallback((fine) => openDetails('details', fine), [openDetails]),
    askAgain: (question) => open({ question }),
    askTicked: (ticking) => open({ ticking }),
    close: (which) => open({ [which]: null }),
  };
}
