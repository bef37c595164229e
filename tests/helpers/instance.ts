// The configuration of every server in tests; imports nothing, so that any process can use it.

export const ADMINISTRATOR = { email: 'admin@jurmana.test', password: 'a-password-for-tests' };
/** Signs the cookies. */
export const SECRET = 'a-secret-for-tests-of-32-characters-or-more';
