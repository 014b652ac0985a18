import type { Strings } from '../texts/i18n.js'

export const en: Strings = {
  dialog: 'Wallet',
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  loading: 'Loading…',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  viewFailed: 'This screen could not be loaded',
  viewFailedText: 'Check your connection and try again.',
  viewCrashed: 'This screen stopped working',
  viewCrashedText: 'Your connection is not the cause. Try again or go back.',
  actionFailed: 'Something went wrong. Try again.',
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  account: 'Account {address}',
  network: 'Network: {name}',
  selectNetwork: 'Select network',
  unsupported: 'Unsupported network',
}
