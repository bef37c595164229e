// Expected errors of a request, each with a code of the contract. Anything else is an unknown failure (500).
import type { DetailsOf } from '../../contract/error-details.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';

export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  /** `message` replaces the code's default sentence with a more specific one. */
  constructor(code: C, options: { message?: string; details?: DetailsOf<C> } = {}) {
    super(options.message ?? ERRORS[code].message);
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
  }
}
