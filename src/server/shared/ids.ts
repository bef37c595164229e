// New ids: short, and easy to read out over the phone (no 0/O, 1/I/L).
import { randomInt } from 'node:crypto';
import { customAlphabet } from 'nanoid';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 31^8: among 10,000 users the chance of a collision is 1 in 17,000; the write then fails and saves nothing. */
export const newUserId = customAlphabet(ALPHABET, 8);
const newRun = customAlphabet(ALPHABET, 4);
const COUNT_DIGITS = 6;
const COUNTS = ALPHABET.length ** COUNT_DIGITS;
/** So that the next id cannot be guessed from the previous one. */
const newEnd = customAlphabet(ALPHABET, 2);

let run = '';
let count = COUNTS;

/**
 * Ids of records count up, so that consecutive entries are neighbours in every index. With ids scattered over an index
 * each row would cost a page write of its own. Two processes start with the same four characters once in 900,000 times,
 * and must then also have reached the same count; the write then fails and saves nothing.
 */
export function newRecordId(): string {
  if (count >= COUNTS) {
    run = newRun();
    count = randomInt(COUNTS);
  }
  return run + inDigits(count++) + newEnd();
}

function inDigits(number: number): string {
  let digits = '';
  for (let rest = number; digits.length < COUNT_DIGITS; rest = Math.floor(rest / ALPHABET.length)) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
  }
  return digits;
}
