// What every server in tests is set up with. Apart from all that needs the server's own code.

export const ADMINISTRATOR = { email: 'admin@jurmana.test', password: 'a-password-for-tests' };
/** Signs the cookies. */
export const SECRET = 'a-secret-for-tests-of-32-characters-or-more';
