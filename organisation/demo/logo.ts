// The demonstration's logo, drawn here: a sail before a round sea, as a PNG picture.
import { deflateSync } from 'node:zlib';
import { pngOf } from '../../tests/helpers/pictures.ts';

const SIZE = 192;
/** Samples of a pixel in each direction, so that edges are smooth. */
const SAMPLES = 2;

type Colour = readonly [red: number, green: number, blue: number, opacity: number];
const NOTHING: Colour = [0, 0, 0, 0];
const SEA: Colour = [11, 94, 94, 255];
const WAVE: Colour = [56, 160, 150, 255];
const SAIL: Colour = [255, 255, 255, 255];

/** The colour of a point, both from 0 to 1. */
function colourAt(x: number, y: number): Colour {
  if (Math.hypot(x - 0.5, y - 0.5) > 0.49) return NOTHING;
  if (y > 0.72 + 0.025 * Math.sin(x * 22)) return WAVE;
  // The mast is at 0.5; each sail swells towards the wind.
  const height = (y - 0.2) / 0.46;
  if (height < 0 || height > 1) return SEA;
  const swell = 0.06 * Math.sin(Math.PI * height);
  if (x > 0.53 && x < 0.53 + 0.24 * height + swell) return SAIL;
  if (height > 0.25 && x < 0.48 && x > 0.48 - 0.2 * (height - 0.25) - swell * 0.6) return SAIL;
  return SEA;
}

function pixel(column: number, row: number): number[] {
  const sum = [0, 0, 0, 0];
  for (let sample = 0; sample < SAMPLES ** 2; sample++) {
    const x = (column + (0.5 + (sample % SAMPLES)) / SAMPLES) / SIZE;
    const y = (row + (0.5 + Math.floor(sample / SAMPLES)) / SAMPLES) / SIZE;
    const [red, green, blue, opacity] = colourAt(x, y);
    for (const [channel, value] of [red, green, blue].entries()) sum[channel] = (sum[channel] ?? 0) + value * opacity;
    sum[3] = (sum[3] ?? 0) + opacity;
  }
  const [red = 0, green = 0, blue = 0, opacity = 0] = sum;
  const mean = (channel: number) => (opacity === 0 ? 0 : Math.round(channel / opacity));
  return [mean(red), mean(green), mean(blue), Math.round(opacity / SAMPLES ** 2)];
}

/** The logo, in base64. */
export const drawLogo = (): string => drawPng({ width: SIZE, height: SIZE }, pixel);

/** Draws a PNG, as base64, of pixels in red, green, blue and opacity. */
export function drawPng(
  { width, height }: { width: number; height: number },
  pixelAt: (column: number, row: number) => readonly number[],
): string {
  const columns = Array.from({ length: width }, (_, place) => place);
  // Each row begins with its filter: none.
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.from([0, ...columns.flatMap((column) => pixelAt(column, row))]),
  );
  const pixels = deflateSync(Buffer.concat(rows), { level: 9 });
  return pngOf({ width, height, colour: 6, pixels }).toString('base64');
}
