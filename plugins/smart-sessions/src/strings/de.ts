import type { strings as en } from './en.js'

export const strings: Readonly<Record<keyof typeof en, string>> = {
  'list.title': 'Smart Sessions',
  'list.none': 'Keine Wallet verbunden',
  'list.noneText': 'Verbinden Sie eine Wallet, um ihre Smart Sessions zu sehen.',
  'list.unsupported': 'Smart Sessions sind hier nicht verfügbar',
  'list.unsupportedText':
    'Dieses Netzwerk unterstützt keine Smart Sessions. Wählen Sie ein EVM-Netzwerk, zum Beispiel Ethereum.',
  'list.empty': 'Keine Smart Sessions',
  'list.emptyText': 'Hier stehen Seiten, die für dieses Konto handeln dürfen, ohne jedes Mal zu fragen.',
  'list.failed': 'Smart Sessions konnten nicht geladen werden',
  'list.unnamed': 'Seite ohne Namen',
  'list.allows': 'Darf',
  'list.signer': 'Schlüssel',
  'list.ends': 'Bis',
  'list.noEnd': 'zum Widerruf',
  'list.revoke': 'Widerrufen',
  'list.revoking': 'In der Wallet signieren …',
  'list.revoked': 'Smart Session widerrufen',
  'state.revoked': 'Widerrufen',
  'state.expired': 'Abgelaufen',
  'permission.coins': 'bis zu {amount} {symbol} senden',
  'permission.call': '{address} aufrufen',
  'error.declined': 'Signatur abgelehnt',
  'error.failed': 'Die Smart Session konnte nicht widerrufen werden. Sie ist noch aktiv.',
  'error.refused': 'Der Dienst hat die Anfrage abgelehnt. Die Smart Session ist noch aktiv.',
  'error.unknown':
    'Der Dienst hat nicht geantwortet. Die Smart Session ist vielleicht noch aktiv: Versuchen Sie es erneut.',
}
