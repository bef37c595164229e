// English texts of the login screen. Title, subtitle, button and the banner for a refusal are fixed (SIGNIN-1,
// SIGNIN-3).
export const login = {
  title: 'Welcome Back',
  subtitle: 'Fine Management Login',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign In',
  over: 'Your session has ended. Please sign in again.',
  or: 'or',
  withPasskey: 'Sign in with a passkey',
  noPasskey: 'No passkey was used. Sign in with your password, or try again.',
  withProvider: 'Sign in with {{provider}}',
  providerCancelled: 'The sign-in at {{provider}} was cancelled.',
  providerExpired:
    'That sign-in took too long, was used before, or this browser does not keep cookies. Please try again.',
  providerUnverified: '{{provider}} has not verified your e-mail address, so it cannot be used to sign in here.',
  providerUnknown:
    'No active user here has the e-mail address that {{provider}} knows you by. Please ask the administrator.',
  providerFailed: 'The sign-in at {{provider}} did not work. Please try again later.',
  noCookies:
    'This browser does not keep cookies for this site, so you cannot stay signed in. Allow cookies, then sign in again.',
  otherAddress: 'Jurmana is not at this address. Please open {{address}} and sign in there.',
  failed: 'Invalid email or password',
  failedHelp: 'Ask your administrator for a new sign-in link.',
  tooMany: 'Too many sign-in attempts. Please wait and try again.',
  tooManyMinutes_one: 'Too many sign-in attempts. Please wait {{count}} minute and try again.',
  tooManyMinutes_other: 'Too many sign-in attempts. Please wait {{count}} minutes and try again.',
  tooManySeconds_one: 'Too many sign-in attempts. Please wait {{count}} second and try again.',
  tooManySeconds_other: 'Too many sign-in attempts. Please wait {{count}} seconds and try again.',
  invitation: {
    title: 'Choose your password',
    subtitle: 'Welcome, {{name}}!',
    emailHint: 'You will sign in with this e-mail from now on.',
    password: 'New password',
    passwordHint_one: 'At least {{count}} character.',
    passwordHint_other: 'At least {{count}} characters.',
    submit: 'Save and sign in',
    toSignIn: 'Go to sign-in',
  },
  refused: {
    'link-used': {
      title: 'This link has already been used',
      text: 'Each sign-in link works once. Sign in with your e-mail and the password you chose. If you have forgotten it, ask the administrator for a new link.',
    },
    'link-expired': {
      title: 'This link has expired',
      text: 'Please ask the administrator for a new one.',
    },
    'link-voided': {
      title: 'This link is no longer valid',
      text: 'A newer link was made, or this one was withdrawn. Open the newest link you received, or ask the administrator for a new one.',
    },
    'link-unknown': {
      title: 'This link is not complete',
      text: 'Part of it may have been lost on the way. Open it again from the message you received, or copy all of it.',
    },
  },
  noConnection: 'The server cannot be reached. Check your connection and try again.',
} as const;
