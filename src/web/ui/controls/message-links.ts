// Links that open WhatsApp or the mail program with a message ready to send. Nothing is sent from here: the
// administrator reads the text first and sends it in their own name.
/** Opens WhatsApp with the text, for a number in international form; if empty, WhatsApp asks whom to send it to. */
export const whatsAppTo = (number: string, text: string): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(text)}`;

/** Opens the mail program with recipient, subject and text filled in. */
export function mailLink(address: string, subject: string, text: string): string {
  // Only the "@" may stay unencoded: any other character of an address could end the address part of the link.
  const recipient = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${recipient}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

/** Whether the address means the device on which it is opened, so that it works on no other. */
export function isLocalAddress(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}

/** The address that a message gives its reader; '' where nobody else can open that of the page. */
export const addressForOthers = (origin: string): string => (isLocalAddress(origin) ? '' : origin);
