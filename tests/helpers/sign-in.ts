// Sign-in attempts in tests.

let addresses = 0;

/**
 * Tries to sign in. Unless an address is given, each attempt has another forwarded address, so that the limit per
 * address does not apply on servers with TRUST_PROXY. `cookie`: the browser's existing cookies.
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

/** The status and error of a response. */
export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as {
    error: { code: string; message: string; details?: { seconds: number } };
  };
  return { status: answer.status, ...error };
}
