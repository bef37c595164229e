/** A name or a number keeps its own direction among words of the other script. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
