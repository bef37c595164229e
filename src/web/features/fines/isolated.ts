/** A name keeps its own direction among other words. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
