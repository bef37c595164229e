// The server's clock, injected so that tests can set it.

export interface Clock {
  /** milliseconds since 1970 UTC */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
