// What is sent, and what is kept on this device, has amounts in rupees; the page knows paisa alone. A value in both
// directions is JSON.
import { AMOUNT_FIELDS } from '../../contract/index.ts';
import { amountCodec } from '../../core/money/money.ts';

export const { toWire, fromWire } = amountCodec(AMOUNT_FIELDS);

/** The JSON of a value, as it is sent or kept. */
export const toJson = (value: unknown): string => JSON.stringify(toWire(value));

export const fromJson = (json: string): unknown => fromWire(JSON.parse(json) as unknown);
