// Errors a request can end with: a code of the contract. Everything else is an unknown failure (500).
import { ERRORS, type ErrorCode } from '../contract/errors.ts';

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  /** `message` replaces the code's own sentence where a more exact one is known. */
  constructor(code: ErrorCode, options: { message?: string; details?: unknown } = {}) {
    super(options.message ?? ERRORS[code].message);
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
  }
}
