import type { Strings } from '../texts/i18n.js'

export const en: Strings = {
  dialog: 'Wallet',
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  loading: 'Loading…',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  viewFailed: 'This part did not load',
  viewFailedText: 'Check your connection and try again.',
  viewCrashed: 'This part stopped working',
  viewCrashedText: 'The error is in this part, not in your connection. Try again or go back.',
  actionFailed: 'Something went wrong. Try again.',
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  account: 'Account {address}',
  network: 'Network: {name}',
  selectNetwork: 'Select network',
  unsupported: 'Unsupported network',
}
