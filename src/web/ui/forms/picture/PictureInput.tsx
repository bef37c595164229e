// A picture that can be chosen, replaced and removed; it is sent with its form, which waits until the picture is ready.
import { Button, FileButton, Group, Input } from '@mantine/core';
import { type JSX, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { busyButton, useBusy } from '../../controls/buttons.tsx';
import { toast } from '../../feedback/toast.tsx';
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
  /** above the buttons */
  children?: ReactNode;
}

export function PictureInput(props: PictureInputProps): JSX.Element {
  const { words, shown, accept, refused, disabled = false, readOnly = false, read, onChoose, children } = props;
  const { t } = useTexts();
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, during] = useBusy();
  const chooser = useRef<HTMLButtonElement>(null);
  const resetFile = useRef<() => void>(null);
  const field = useRef<HTMLDivElement>(null);
  const { sendHeld, drop } = useHeldForm(field, reading);

  const choose = async (file: File | null): Promise<void> => {
    // So that the same file can be chosen again.
    resetFile.current?.();
    if (file === null) return;
    const found = await during(() => read(file));
    // The form has been closed.
    if (field.current === null || field.current.closest('[inert]') !== null) {
      toast.info(t('common.picture.notTaken'));
    } else if ('problem' in found) {
      drop();
      setProblem(found.problem);
    } else {
      setProblem(null);
      onChoose(found.picture);
      sendHeld();
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
      {children}
      <Group ref={field} gap={12} my={6}>
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
      </Group>
    </Input.Wrapper>
  );
}

const HELD = 'picture-held';

/** Holds what is sent of the form around an element while something of it is not ready. */
function useHeldForm(
  inside: RefObject<HTMLElement | null>,
  isHeld: boolean,
): { /** to be called with the change that it waited for */ sendHeld: () => void; drop: () => void } {
  const { t } = useTexts();
  const held = useRef<HTMLFormElement>(null);
  const [ready, setReady] = useState(0);
  // Before anything can be pressed.
  useLayoutEffect(() => {
    const form = inside.current?.closest('form');
    if (!isHeld || !form) return undefined;
    const hold = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
      held.current = form;
      toast.info(t('common.picture.awaited'), { id: HELD, autoClose: false });
    };
    form.addEventListener('submit', hold, { capture: true });
    return () => form.removeEventListener('submit', hold, { capture: true });
  }, [inside, isHeld, t]);
  const release = (): HTMLFormElement | null => {
    const form = held.current;
    held.current = null;
    if (form !== null) toast.over(HELD);
    return form;
  };
  useEffect(() => {
    // Once the form has the picture.
    if (ready > 0) release()?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  }, [ready]);
  useEffect(() => () => void release(), []);
  return { sendHeld: () => setReady((count) => count + 1), drop: () => void release() };
}

// Pictures in files: their bytes, and how the page shows them.

export const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** An address with which the page shows the picture. Browsers recognise PNG, JPEG and WebP by their content. */
export const pictureAddress = (base64: string): string => `data:image/png;base64,${base64}`;
