// Whole numbers formatted for en-PK.

/** The grouping of en-PK, thousands by comma, put into a row of digits. */
export const groupThousands = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `1,234`. Intl.NumberFormat gives the same; constructing one takes longer than rendering a list. */
export const formatCount = (count: number): string => groupThousands(String(count));
