export const strings = {
  card: 'Ihre Karte',
  network: 'Netzwerk',
  balance: 'Guthaben',
  unknown: 'unbekannt',
  actions: 'Was Sie tun können',
  contacts: 'Kontakte',
  none: 'Sie haben noch keine Kontakte',
  name: 'Name für dieses Konto',
  keep: 'Als Kontakt behalten',
  disconnect: 'Verlassen',
} as const
