// The reason behind a failure, as it stands after "Failed to add fine: " and its like.
import { ApiError } from '../../api/errors.ts';

/** The texts that are ours to give; the rest are the server's sentences. */
interface ReasonTexts {
  noAnswer: string;
  fineNotFound: string;
}

/** One sentence for people. An error that is not the server's answer is none for them to read: no answer came. */
export function reasonOf(error: unknown, texts: ReasonTexts): string {
  if (!(error instanceof ApiError)) return texts.noAnswer;
  return error.code === 'fine-not-found' ? texts.fineNotFound : error.message;
}
