import type { strings as en } from './en.js'

export const strings: Readonly<Record<keyof typeof en, string>> = {
  'signIn.title': 'Anmelden',
  'signIn.text': '{site} bittet um den Nachweis, dass dieses Konto Ihnen gehört.',
  'signIn.hint': 'Ihre Wallet zeigt eine Nachricht zum Unterschreiben. Das kostet nichts und bewegt nichts.',
  'signIn.account': 'Ihr Konto',
  'signIn.disconnects': 'Wenn Sie abbrechen, wird Ihre Wallet getrennt.',
  'signIn.sign': 'Unterschreiben',
  'signIn.signing': 'Wird unterschrieben …',
  'signIn.verifying': 'Die Unterschrift wird geprüft …',
  'signIn.checking': 'Ihre Anmeldung wird gesucht …',
  'signIn.cancel': 'Abbrechen',
  'signIn.declined': 'Unterschrift abgelehnt',
  'signIn.failed': 'Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal.',
  'signIn.unavailable': 'Die Anmeldung konnte nicht vorbereitet werden',
  'signIn.stillIn':
    'Die Website hat nicht geantwortet, Sie sind also noch angemeldet. Sie werden abgemeldet, wenn Sie sie wieder öffnen.',
  'signIn.none': 'Keine Wallet verbunden',
  'signIn.noneText': 'Verbinden Sie eine Wallet, um sich damit anzumelden.',
}
