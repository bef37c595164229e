// Makes a picture small before it is sent, by drawing it again: a photo's metadata, such as where it was taken, stays
// on the device (REQ-9).
import { MAX_PICTURE_SIZE } from '../../../../core/limits.ts';
import { base64Of, bytesOf } from '../../../ui/forms/picture/picture-file.ts';

/** Large enough to read the small print of a receipt; tried one after the other until the picture is small enough. */
const ATTEMPTS = [
  { side: 1600, quality: 0.85 },
  { side: 1600, quality: 0.7 },
  { side: 1200, quality: 0.7 },
  { side: 900, quality: 0.6 },
  { side: 600, quality: 0.5 },
] as const;

/** A JPEG as base64; null if the file cannot be read or drawn here. */
export async function smallPicture(file: Blob): Promise<string | null> {
  try {
    const drawn = await createImageBitmap(file);
    try {
      for (const attempt of ATTEMPTS) {
        const made = await drawnSmall(drawn, attempt);
        if (made !== null && made.size <= MAX_PICTURE_SIZE) return base64Of(await bytesOf(made));
      }
      return null;
    } finally {
      drawn.close();
    }
  } catch {
    return null;
  }
}

function drawnSmall(picture: ImageBitmap, { side, quality }: (typeof ATTEMPTS)[number]): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  // Otherwise transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
