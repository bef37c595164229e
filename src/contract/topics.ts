// The topics of the live feed: kinds of records. Each operation names those it reads, or changes.

export const TOPICS = ['fine', 'payment', 'user', 'event', 'rule'] as const;
export type Topic = (typeof TOPICS)[number];
