// Whole numbers as people here read them.

/** The grouping of en-PK, thousands by comma, put into a row of digits. */
export const groupThousands = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `1,234`. A number format of the runtime would say the same; making one takes longer than showing a list does. */
export const formatCount = (count: number): string => groupThousands(String(count));
