export const strings = {
  card: 'Your card',
  network: 'Network',
  balance: 'Balance',
  unknown: 'unknown',
  actions: 'What you can do',
  contacts: 'Contacts',
  none: 'You have no contacts yet',
  name: 'Name for this account',
  keep: 'Keep as a contact',
  disconnect: 'Leave',
} as const
