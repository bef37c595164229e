// Opens WhatsApp with a message, to be read and sent there.
import { Button } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { JSX } from 'react';
import { whatsAppLink } from './message-links.ts';

interface WhatsAppButtonProps {
  /** as it is recorded; where it is no number, WhatsApp asks whom to send it to */
  phone: string;
  text: string;
  label: string;
}

export function WhatsAppButton({ phone, text, label }: WhatsAppButtonProps): JSX.Element {
  return (
    <Button
      component="a"
      href={whatsAppLink(phone, text)}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
    >
      {label}
    </Button>
  );
}
