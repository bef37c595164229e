// Opens WhatsApp with a message, to be read and sent there.
import { Button } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { JSX } from 'react';
import { whatsAppTo } from './message-links.ts';

interface WhatsAppButtonProps {
  /** in international form; without one WhatsApp asks whom to send it to */
  number: string | null | undefined;
  text: string;
  label: string;
  /** called once WhatsApp has been opened */
  onOpened?: () => void;
}

export function WhatsAppButton({ number, text, label, onOpened }: WhatsAppButtonProps): JSX.Element {
  return (
    <Button
      component="a"
      href={whatsAppTo(number ?? '', text)}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      // Only after the browser has followed the link, which `onOpened` may change.
      onClick={onOpened && (() => setTimeout(onOpened))}
      leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
    >
      {label}
    </Button>
  );
}

// Copying to the clipboard. The Clipboard API is available only on https and localhost.

/** Copies a text; returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside the open dialog, if any, which would otherwise take the focus back.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  const copied = await copyFrom(field);
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Copies the field's text; returns false if the browser refuses. The field stays selected, for copying by hand. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(field.value);
      return true;
    }
  } catch {
    // Not permitted, but the older command may be.
  }
  return document.execCommand('copy');
}
