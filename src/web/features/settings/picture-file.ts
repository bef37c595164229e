// Reading a picture file before it is sent: refused here as the server would refuse it, by its bytes.
import type { ErrorCode } from '../../../contract/errors.ts';
import { MAX_LOGO_SIZE } from '../../../core/limits.ts';
import { pictureKind } from '../../../core/people/picture.ts';

/** The picture as base64, or what is wrong with the file; `broken`: it cannot be read or drawn. */
export async function readPicture(
  file: File,
): Promise<{ picture: string } | { problem: (ErrorCode & `logo-${string}`) | 'broken' }> {
  try {
    if (pictureKind(await bytesOf(file.slice(0, 8))) === null) return { problem: 'logo-kind' };
    if (file.size > MAX_LOGO_SIZE) return { problem: 'logo-too-large' };
    (await createImageBitmap(file)).close();
    return { picture: btoa(Array.from(await bytesOf(file), (byte) => String.fromCharCode(byte)).join('')) };
  } catch {
    return { problem: 'broken' };
  }
}

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

/** An address under which the page shows the picture. PNG and JPEG tell themselves apart. */
export const pictureAddress = (base64: string): string => `data:image/png;base64,${base64}`;
