export const strings = {
  'analytics.invalidConfiguration': 'Ungültige App-Konfiguration',
}
