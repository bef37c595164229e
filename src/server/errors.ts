// Expected errors of a request, each with a code of the contract. Anything else is an unknown failure (500).
import { ERRORS, type ErrorCode } from '../contract/errors.ts';

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  /** `message` replaces the code's default sentence with a more specific one. */
  constructor(code: ErrorCode, options: { message?: string; details?: unknown } = {}) {
    super(options.message ?? ERRORS[code].message);
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
  }
}
