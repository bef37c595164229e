// A picture of the organisation, its logo or its payment QR code: chosen, replaced, removed. It is saved with its card.
import { Button, FileButton, Input } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useRef, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { refusalText } from '../../ui/feedback/failure.ts';
import { pictureAddress, readPicture } from './picture-file.ts';
import classes from './OrganisationForm.module.css';

interface PictureFieldProps {
  /** `picture`: what it shows, to a screen reader */
  texts: { label: string; hint: string; picture: string; choose: string };
  /** the address of the stored picture, null without one */
  stored: string | null;
  /** base64 of another picture; null to remove it; undefined while it stays */
  chosen: string | null | undefined;
  /** why the server refused it */
  refused: string | undefined;
  onChoose: (chosen: string | null) => void;
}

export function PictureField({ texts, stored, chosen, refused, onChoose }: PictureFieldProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const resetFile = useRef<() => void>(null);

  const choose = async (file: File | null): Promise<void> => {
    // The same file can then be chosen again.
    resetFile.current?.();
    if (file === null) return;
    const read = await readPicture(file);
    if ('picture' in read) {
      setProblem(null);
      onChoose(read.picture);
    } else {
      setProblem(read.problem === 'broken' ? t('settings.organisation.logo.broken') : refusalText(read.problem));
    }
  };
  const remove = (): void => {
    setProblem(null);
    onChoose(null);
    chooser.current?.focus();
  };

  const shown = typeof chosen === 'string' ? pictureAddress(chosen) : chosen === null ? null : stored;
  const error = problem ?? refused;
  return (
    <Input.Wrapper
      id={id}
      size="md"
      role="group"
      aria-labelledby={`${id}-label`}
      label={texts.label}
      labelElement="div"
      description={texts.hint}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={classes['logo']}>
        {shown === null ? null : <img className={classes['picture']} src={shown} alt={texts.picture} />}
        <FileButton
          resetRef={resetFile}
          accept="image/png,image/jpeg"
          inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
          onChange={(file) => void choose(file)}
        >
          {(props) => (
            <Button
              {...props}
              ref={chooser}
              variant="default"
              aria-describedby={error === undefined ? `${id}-description` : `${id}-error ${id}-description`}
            >
              {shown === null ? texts.choose : t('settings.organisation.logo.replace')}
            </Button>
          )}
        </FileButton>
        {shown === null ? null : (
          <Button variant="subtle" color="red" onClick={remove}>
            {t('settings.organisation.logo.remove')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
