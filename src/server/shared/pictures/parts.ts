// What the readers of the kinds of pictures share.

/** null if it is not a complete picture that can be drawn. */
export type Cleaned = { width: number; height: number; bytes: Uint8Array } | null;

export const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

export const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
