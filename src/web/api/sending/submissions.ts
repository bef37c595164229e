// Writes whose answer may get lost. What may have been saved stays on record under its idempotency key, also across a
// reload or a new sign-in: the same input then goes out under the same key and is carried out once.
import { useRef, useState } from 'react';
import type { CallInput, Operation, Output } from '../../../contract/operation.ts';
import { newKey, type CallError, isBeforeTheKey, mayBeSaved } from '../call.ts';
import { useDraft } from './drafts.ts';
import { type WriteOptions, isUnanswered, useWrite } from '../hooks.ts';

/** An input that was sent and may have been saved. */
export interface Attempt<O extends Operation> {
  key: string;
  input: CallInput<O>;
  /** It was refused before its key was looked up: most likely not saved, but the same input keeps the key. */
  refused?: true;
}

export interface Submission<O extends Operation> {
  /**
   * Sends the input; while one for the same subject is under way, its promise is returned instead.
   * @throws CallError after `onError` was called
   */
  send: (input: CallInput<O>) => Promise<Output<O>>;
  /** One is under way. */
  sending: boolean;
  /** The attempts that are not under way and whose outcome is unknown, at most one for each subject. */
  unanswered: readonly Attempt<O>[];
  /** Sends what may have been saved again, as it was. */
  resend: () => Promise<unknown>;
  /** Gives the form up: its next input is a new submission. */
  forget: () => void;
  /** See `SubmissionOptions`. */
  complain: (error: CallError) => unknown;
}

interface SubmissionOptions<O extends Operation> extends WriteOptions<O, unknown> {
  /** of the form or the action, unique in the app */
  name: string;
  /** What an input is about: it replaces an attempt about the same subject. By default all have the same subject. */
  subjectOf?: (input: CallInput<O>) => string;
  /** Says why it failed. Called by its form (useRecordForm), whether or not a field says it as well. */
  complain?: (error: CallError) => unknown;
}

const NONE: readonly never[] = [];
const silent = (): void => undefined;

export function useSubmission<O extends Operation>(operation: O, options: SubmissionOptions<O>): Submission<O> {
  const { name, subjectOf = () => '', complain = silent, ...callbacks } = options;
  const [attempts, setAttempts, forget] = useDraft<readonly Attempt<O>[]>(`${name}.sent`, NONE);
  const { mutateAsync } = useWrite(operation, callbacks);
  // By subject. The state follows with the next render; a second click may come before that.
  const promises = useRef(new Map<string, Promise<Output<O>>>());
  const [underWay, setUnderWay] = useState<ReadonlySet<string>>(new Set());

  const attempt = async (input: CallInput<O>, subject: string): Promise<Output<O>> => {
    const others = (all: readonly Attempt<O>[]): Attempt<O>[] => all.filter((one) => subjectOf(one.input) !== subject);
    const sent = JSON.stringify(input);
    const earlier = attempts.find((one) => subjectOf(one.input) === subject && JSON.stringify(one.input) === sent);
    const key = earlier?.key ?? newKey();
    setAttempts((all) => [...others(all), { key, input }]);
    try {
      const output = await mutateAsync({ input, key });
      setAttempts(others);
      return output;
    } catch (error) {
      const sentBefore = (earlier !== undefined && earlier.refused === undefined) || isUnanswered(key);
      if (!mayBeSaved(error, sentBefore)) {
        setAttempts((all) => (isBeforeTheKey(error) ? [...others(all), { key, input, refused: true }] : others(all)));
      }
      throw error;
    }
  };

  const send = (input: CallInput<O>): Promise<Output<O>> => {
    const subject = subjectOf(input);
    const current = promises.current.get(subject);
    if (current !== undefined) return current;
    const promise = attempt(input, subject).finally(() => {
      promises.current.delete(subject);
      setUnderWay(new Set(promises.current.keys()));
    });
    promises.current.set(subject, promise);
    setUnderWay(new Set(promises.current.keys()));
    return promise;
  };
  const unanswered = attempts.filter(({ input, refused }) => refused === undefined && !underWay.has(subjectOf(input)));
  return {
    send,
    sending: underWay.size > 0,
    unanswered,
    resend: () => Promise.all(unanswered.map(({ input }) => send(input))),
    forget,
    complain,
  };
}
