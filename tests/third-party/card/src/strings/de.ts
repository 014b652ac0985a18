export const strings = {
  card: 'Ihre Karte',
  network: 'Netzwerk',
  balance: 'Guthaben',
  unknown: 'unbekannt',
  contacts: 'Kontakte',
  none: 'Sie haben noch keine Kontakte',
  name: 'Name für dieses Konto',
  keep: 'Als Kontakt behalten',
  disconnect: 'Verlassen',
} as const
