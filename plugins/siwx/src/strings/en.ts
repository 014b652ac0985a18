export const strings = {
  'signIn.title': 'Sign In',
  'signIn.text': '{site} asks you to prove that this account is yours.',
  'signIn.hint': 'Your wallet shows a message to sign. It is free and moves nothing.',
  'signIn.account': 'Your account',
  'signIn.disconnects': 'If you cancel, your wallet is disconnected.',
  'signIn.sign': 'Sign',
  'signIn.signing': 'Signing...',
  'signIn.verifying': 'Checking the signature...',
  'signIn.checking': 'Looking for your sign-in...',
  'signIn.cancel': 'Cancel',
  'signIn.declined': 'Signature declined',
  'signIn.failed': 'Signing in did not work. Try again.',
  'signIn.unavailable': 'A problem occurred while trying initialize authentication',
  'signIn.stillIn':
    'The site did not answer, so you are still signed in. You will be signed out when you next open it.',
  'signIn.none': 'No wallet connected',
  'signIn.noneText': 'Connect a wallet to sign in with it.',
} as const
