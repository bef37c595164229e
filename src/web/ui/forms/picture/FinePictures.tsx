// The pictures of a fine (SEEN-1): each opens at full size; those who may change them add and remove some.
import { Button, Group, Stack, Text } from '@mantine/core';
import { type JSX, useState } from 'react';
import { MAX_FINE_PICTURES, MAX_PICTURE_SIZE } from '../../../../core/limits.ts';
import { useTexts } from '../../../messages/index.ts';
import { base64Of, bytesOf, pictureAddress, PictureInput } from './PictureInput.tsx';
import classes from './PictureInput.module.css';

interface FinePicturesProps {
  /** where each is, or what it is (base64) while it is not saved */
  shown: readonly ({ address: string } | { picture: string })[];
  /** They come with a new fine. */
  isNew?: boolean;
  disabled?: boolean;
  /** left out by whoever only sees them */
  onAdd?: (picture: string) => void;
  onRemove?: (place: number) => void;
}

/** Uses the texts of the area `requests`. */
export default function FinePictures(props: FinePicturesProps): JSX.Element {
  const { shown, isNew = false, disabled = false, onAdd, onRemove } = props;
  const { t } = useTexts();
  return (
    <PictureInput
      words={{
        label: t(isNew ? 'requests.seen.optional' : 'requests.seen.label'),
        hint: '',
        picture: '',
        choose: t('requests.seen.add'),
        replace: '',
        remove: '',
      }}
      shown={null}
      accept="image/*"
      refused={undefined}
      disabled={disabled}
      readOnly={onAdd === undefined || shown.length >= MAX_FINE_PICTURES}
      read={async (file) => {
        const picture = await smallPicture(file);
        return picture === null ? { problem: t('requests.picture.broken') } : { picture };
      }}
      onChoose={(picture) => {
        if (picture !== null) onAdd?.(picture);
      }}
    >
      {shown.length > 0 && (
        <Group gap={12} mt={6} align="start">
          {shown.map((one, place) => (
            <Stack key={srcOf(one)} gap={4} align="start" maw={180}>
              <Thumbnail src={srcOf(one)} number={place + 1} isSaved={'address' in one} />
              {onRemove && (
                <Button
                  variant="subtle"
                  color="red"
                  px={8}
                  disabled={disabled}
                  aria-label={t('requests.seen.removeOne', { number: place + 1 })}
                  onClick={() => onRemove(place)}
                >
                  {t('requests.picture.remove')}
                </Button>
              )}
            </Stack>
          ))}
        </Group>
      )}
    </PictureInput>
  );
}

const srcOf = (one: FinePicturesProps['shown'][number]): string =>
  'address' in one ? one.address : pictureAddress(one.picture);

function Thumbnail({ src, number, isSaved }: { src: string; number: number; isSaved: boolean }): JSX.Element {
  const { t } = useTexts();
  const [failed, setFailed] = useState(false);
  const name = t('requests.seen.one', { number });
  if (failed) return <Text c="dimmed">{t('requests.seen.unseen', { number })}</Text>;
  const picture = <img className={classes['picture']} src={src} alt={name} onError={() => setFailed(true)} />;
  return isSaved ? (
    <a href={src} target="_blank" rel="noreferrer" aria-label={t('requests.seen.open', { number })}>
      {picture}
    </a>
  ) : (
    picture
  );
}

// Makes a picture small before it is sent, by drawing it again: a photo's metadata, such as where it was taken, stays
// on the device (REQ-9, SEEN-1).

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
