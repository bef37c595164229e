// Pictures in files: their bytes, and how the page shows them.

export const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** An address with which the page shows the picture. Browsers recognise PNG, JPEG and WebP by their content. */
export const pictureAddress = (base64: string): string => `data:image/png;base64,${base64}`;
