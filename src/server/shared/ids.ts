// New ids: short, and easy to read out over the phone (no 0/O, 1/I/L).
import { randomInt } from 'node:crypto';
import { customAlphabet } from 'nanoid';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 31^8: among 10,000 users the chance of a collision is 1 in 17,000; the write then fails and saves nothing. */
export const newUserId = customAlphabet(ALPHABET, 8);
const newRun = customAlphabet(ALPHABET, 4);
const COUNT_DIGITS = 6;
const COUNTS = ALPHABET.length ** COUNT_DIGITS;
/** Nobody can tell the next id from one. */
const newEnd = customAlphabet(ALPHABET, 2);

let run = '';
let count = COUNTS;

/**
 * Ids of records count up, so that what is entered one after the other has neighbouring places in every index: with ids all over
 * an index each row costs a write of a page of its own. Two processes begin with the same four characters once in 900,000 times,
 * and must then have come to the same count; the write then fails and saves nothing.
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
