// Deleting records: a row leaves the list at once, and comes back if the server refuses.
import { useState } from 'react';
import type { CallInput, Operation, Output } from '../../contract/operation.ts';
import type { CallError } from './call.ts';
import { useSubmission } from './sending/submissions.ts';

interface DeletionOptions<O extends Operation> {
  inputOf: (id: string) => CallInput<O>;
  onDeleted: (output: Output<O>, input: CallInput<O>) => unknown;
  onFailed: (error: CallError, input: CallInput<O>) => void;
}

export interface Deletion {
  /** Ids to leave out of lists: being deleted, or deleted here. They stay, because an older list may still arrive. */
  deleting: ReadonlySet<string>;
  remove: (id: string) => void;
  /** how many have an unknown outcome */
  unanswered: number;
  /** Sends the unanswered deletions again under their keys: each is carried out once and gets its first answer. */
  sendAgain: () => void;
}

export function useDeletion<O extends Operation>(operation: O, options: DeletionOptions<O>): Deletion {
  const { inputOf, onDeleted, onFailed } = options;
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const { send, unanswered } = useSubmission(operation, {
    name: operation.id,
    subjectOf: JSON.stringify,
    onSuccess: (output, { input }) => onDeleted(output, input),
    onError: (error, { input }) => onFailed(error, input),
  });
  const remove = async (id: string): Promise<void> => {
    setDeleting((current) => new Set(current).add(id));
    try {
      await send(inputOf(id));
    } catch {
      // onFailed says why.
      setDeleting((current) => new Set([...current].filter((other) => other !== id)));
    }
  };
  return {
    deleting,
    remove: (id) => void remove(id),
    unanswered: unanswered.length,
    sendAgain: () => {
      for (const { input } of unanswered) send(input).catch(() => undefined);
    },
  };
}
