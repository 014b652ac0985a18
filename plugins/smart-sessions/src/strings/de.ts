import type { strings as en } from './en.js'

export const strings: Readonly<Record<keyof typeof en, string>> = {
  'list.title': 'Smart Sessions',
  'list.none': 'Keine Wallet verbunden',
  'list.noneText': 'Verbinden Sie eine Wallet, um ihre Smart Sessions zu sehen.',
  'list.unsupported': 'Smart Sessions sind hier nicht verfügbar',
  'list.unsupportedText':
    'Dieses Netzwerk unterstützt keine Smart Sessions. Wählen Sie ein EVM-Netzwerk, zum Beispiel Ethereum.',
  'list.about':
    'Smart Sessions dieses Kontos auf {network}. Eine Website mit einer aktiven Session darf in deren Grenzen handeln, ohne Sie jedes Mal zu fragen.',
  'list.empty': 'Keine Smart Sessions auf {network}',
  'list.emptyText':
    'Mit einer Smart Session darf eine Website auf einem Netzwerk für Ihr Konto handeln, in Grenzen und ohne Sie jedes Mal zu fragen.',
  'list.failed': 'Smart Sessions konnten nicht geladen werden',
  'list.unnamed': 'Seite ohne Namen',
  'list.allows': 'Darf',
  'list.signer': 'Schlüssel',
  'list.ends': 'Bis',
  'list.noEnd': 'zum Widerruf',
  'list.unknownEnd': 'zu einem unbekannten Zeitpunkt',
  'list.morePermissions': '{count} weitere Dinge tun',
  'list.more': 'Und {count} weitere',
  'list.unreadable': 'Nicht lesbare Smart Sessions: {count}',
  'list.unreadableText': 'Sie sind vielleicht aktiv. Widerrufen Sie sie in der Wallet, in der Sie sie erlaubt haben.',
  'list.revoke': 'Widerrufen',
  'list.signing': 'Signatur in der Wallet bestätigen …',
  'list.revoking': 'Wird widerrufen …',
  'list.cancel': 'Abbrechen',
  'list.revoked': 'Smart Session widerrufen',
  'state.revoked': 'Widerrufen',
  'state.expired': 'Abgelaufen',
  'permission.coins': 'bis zu {amount} {symbol} senden',
  'permission.token': 'bis zu {amount} {symbol} senden (Token {address})',
  'permission.units': 'bis zu {amount} kleinste Einheiten des Tokens {address} senden',
  'permission.period': '{permission}, je Zeitraum von {duration}',
  'permission.call': '{address} aufrufen',
  'permission.other':
    'etwas tun, das diese Liste nicht lesen kann. Widerrufen Sie es, wenn Sie die Website nicht kennen.',
  'error.declined': 'Signatur abgelehnt',
  'error.failed': 'Die Smart Session wurde nicht widerrufen.',
  'error.refused':
    'Der Dienst hat die Anfrage ohne Begründung abgelehnt. Die Liste zeigt, ob die Smart Session widerrufen ist.',
  'error.unknown':
    'Der Dienst hat nicht geantwortet. Die Smart Session ist vielleicht noch aktiv: Versuchen Sie es erneut.',
}
