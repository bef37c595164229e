// Sign-in attempts in tests, as a browser makes them.

let addresses = 0;

/**
 * Tries to sign in. Each attempt comes from an address of its own, unless one is given, where the server believes
 * forwarded addresses (TRUST_PROXY): the limit by address is tried only where it is meant. `cookie` is what the browser
 * has from earlier.
 */
export function attempt(
  url: string,
  email: string,
  password: string,
  address?: string,
  cookie = '',
): Promise<Response> {
  addresses += 1;
  return fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: {
      origin: url,
      'content-type': 'application/json',
      ...(cookie === '' ? {} : { cookie }),
      'x-forwarded-for': address ?? `198.51.${addresses >> 8}.${addresses & 255}`,
    },
    body: JSON.stringify({ email, password }),
  });
}

/** The error an answer is. */
export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as {
    error: { code: string; message: string; details?: { seconds: number } };
  };
  return { status: answer.status, ...error };
}
