// A picture of the organisation, its logo or its payment QR code: chosen, replaced or removed; saved with its card.
import type { JSX } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { refusalText } from '../../../ui/feedback/failure.ts';
import { pictureAddress, base64Of, bytesOf } from '../../../ui/forms/picture/picture-file.ts';
import { PictureInput } from '../../../ui/forms/picture/PictureInput.tsx';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { MAX_LOGO_SIZE } from '../../../../core/limits.ts';
import { isLogoKind, pictureKind } from '../../../../core/people/picture.ts';

interface PictureFieldProps {
  /** `picture`: the description for screen readers */
  texts: { label: string; hint: string; picture: string; choose: string };
  /** the address of the stored picture, null if there is none */
  stored: string | null;
  /** base64 of another picture; null to remove it; undefined to keep it */
  chosen: string | null | undefined;
  /** why the server refused it */
  refused: string | undefined;
  /** People who cannot choose a picture see only the stored one, if any. */
  readOnly: boolean;
  onChoose: (chosen: string | null) => void;
}

export function PictureField({
  texts,
  stored,
  chosen,
  refused,
  readOnly,
  onChoose,
}: PictureFieldProps): JSX.Element | null {
  const { t } = useTexts();
  if (readOnly && stored === null) return null;
  return (
    <PictureInput
      words={{
        ...texts,
        replace: t('settings.organisation.logo.replace'),
        remove: t('settings.organisation.logo.remove'),
      }}
      shown={typeof chosen === 'string' ? pictureAddress(chosen) : chosen === null ? null : stored}
      accept="image/png,image/jpeg"
      refused={refused}
      readOnly={readOnly}
      read={async (file) => {
        const found = await readLogoFile(file);
        if ('picture' in found) return found;
        const { problem } = found;
        return { problem: problem === 'broken' ? t('settings.organisation.logo.broken') : refusalText(problem) };
      }}
      onChoose={onChoose}
    />
  );
}

// Reads the file of a logo before it is sent, and refuses by its bytes what the server would refuse.

/** The picture as base64, or what is wrong with the file; `broken`: it cannot be read or drawn. */
async function readLogoFile(
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
