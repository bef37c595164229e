// Reads the file of a logo before it is sent, and refuses by its bytes what the server would refuse.
import type { ErrorCode } from '../../../../contract/errors.ts';
import { MAX_LOGO_SIZE } from '../../../../core/limits.ts';
import { isLogoKind, pictureKind } from '../../../../core/people/picture.ts';
import { base64Of, bytesOf } from '../../../ui/forms/picture/picture-file.ts';

/** The picture as base64, or what is wrong with the file; `broken`: it cannot be read or drawn. */
export async function readLogoFile(
  file: File,
): Promise<{ picture: string } | { problem: (ErrorCode & `logo-${string}`) | 'broken' }> {
  try {
    if (!isLogoKind(pictureKind(await bytesOf(file.slice(0, 12))))) return { problem: 'logo-kind' };
    if (file.size > MAX_LOGO_SIZE) return { problem: 'logo-too-large' };
    (await createImageBitmap(file)).close();
    return { picture: base64Of(await bytesOf(file)) };
  } catch {
    return { problem: 'broken' };
  }
}
