// New ids: short, and easy to read out over the phone (no 0/O, 1/I/L).
import { customAlphabet } from 'nanoid';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 31^8: among 10,000 users the chance of a collision is 1 in 17,000; the write then fails and saves nothing. */
export const newUserId = customAlphabet(ALPHABET, 8);
/** 31^12: the same for millions of fines. */
export const newRecordId = customAlphabet(ALPHABET, 12);
