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
