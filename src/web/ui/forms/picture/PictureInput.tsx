// A picture that can be chosen, replaced and removed; it is sent with its form.
import { Button, FileButton, Input } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useRef, useState } from 'react';
import { busyButton, useBusy } from '../../controls/busy-button.ts';
import classes from './PictureInput.module.css';

export interface PictureWords {
  label: string;
  hint: string;
  /** a description for people who cannot see the picture */
  picture: string;
  choose: string;
  replace: string;
  remove: string;
}

interface PictureInputProps {
  words: PictureWords;
  /** an address from which the picture is shown; null without one */
  shown: string | null;
  /** the kinds of files, as `accept` expects them */
  accept: string;
  /** why the server refused it */
  refused: string | undefined;
  disabled?: boolean;
  /** The picture is only shown. */
  readOnly?: boolean;
  /** Reads the picture as base64, or returns the sentence that says what is wrong with the file. */
  read: (file: File) => Promise<{ picture: string } | { problem: string }>;
  /** null: the picture is removed */
  onChoose: (picture: string | null) => void;
}

export function PictureInput(props: PictureInputProps): JSX.Element {
  const { words, shown, accept, refused, disabled = false, readOnly = false, read, onChoose } = props;
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, during] = useBusy();
  const chooser = useRef<HTMLButtonElement>(null);
  const resetFile = useRef<() => void>(null);

  const choose = async (file: File | null): Promise<void> => {
    // So that the same file can be chosen again.
    resetFile.current?.();
    if (file === null) return;
    const found = await during(() => read(file));
    if ('problem' in found) setProblem(found.problem);
    else {
      setProblem(null);
      onChoose(found.picture);
    }
  };
  const remove = (): void => {
    setProblem(null);
    onChoose(null);
    chooser.current?.focus();
  };

  const error = problem ?? refused;
  return (
    <Input.Wrapper
      id={id}
      size="md"
      role="group"
      aria-labelledby={`${id}-label`}
      label={words.label}
      labelElement="div"
      description={readOnly ? undefined : words.hint}
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={classes['field']}>
        {shown === null ? null : <img className={classes['picture']} src={shown} alt={words.picture} />}
        {!readOnly && (
          <>
            <FileButton
              resetRef={resetFile}
              accept={accept}
              disabled={disabled || reading}
              inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
              onChange={(file) => void choose(file)}
            >
              {(button) => (
                <Button
                  {...button}
                  ref={chooser}
                  variant="default"
                  aria-describedby={error === undefined ? `${id}-description` : `${id}-error ${id}-description`}
                  {...busyButton(reading)}
                  disabled={disabled}
                >
                  {shown === null ? words.choose : words.replace}
                </Button>
              )}
            </FileButton>
            {shown === null || disabled ? null : (
              <Button variant="subtle" color="red" onClick={remove}>
                {words.remove}
              </Button>
            )}
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}
