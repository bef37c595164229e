// Whole numbers formatted for en-PK.

/** Groups a row of digits by thousands with commas, as en-PK does. */
export const groupThousands = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `1,234`. Intl.NumberFormat would give the same, but constructing one takes longer than rendering a list. */
export const formatCount = (count: number): string => groupThousands(String(count));
