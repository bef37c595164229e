// The organisation's logo: chosen, replaced, removed. It is saved with the card.
import { Button, FileButton, Input } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useRef, useState } from 'react';
import { readLogo } from '../../../contract/settings/organisation.ts';
import { addressOf } from '../../api/call.ts';
import { useTexts } from '../../messages/index.ts';
import { refusalText } from '../../ui/feedback/failure.ts';
import { pictureAddress, readPicture } from './picture-file.ts';
import classes from './OrganisationForm.module.css';

interface LogoFieldProps {
  /** null without a stored logo */
  storedVersion: string | null;
  /** base64 of another logo; null to remove it; undefined while it stays */
  chosen: string | null | undefined;
  /** why the server refused it */
  refused: string | undefined;
  onChoose: (chosen: string | null) => void;
}

export function LogoField({ storedVersion, chosen, refused, onChoose }: LogoFieldProps): JSX.Element {
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

  const stored = storedVersion === null ? null : addressOf(readLogo, { params: { version: storedVersion } });
  const shown = typeof chosen === 'string' ? pictureAddress(chosen) : chosen === null ? null : stored;
  const error = problem ?? refused;
  return (
    <Input.Wrapper
      id={id}
      size="md"
      role="group"
      aria-labelledby={`${id}-label`}
      label={t('settings.organisation.logo.label')}
      labelElement="div"
      description={t('settings.organisation.logo.hint')}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={classes['logo']}>
        {shown === null ? null : (
          <img className={classes['picture']} src={shown} alt={t('settings.organisation.logo.picture')} />
        )}
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
              {t(shown === null ? 'settings.organisation.logo.choose' : 'settings.organisation.logo.replace')}
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
