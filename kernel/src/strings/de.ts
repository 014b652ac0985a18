import type { Strings } from '../texts/i18n.js'

export const de: Strings = {
  dialog: 'Wallet',
  close: 'Schließen',
  back: 'Zurück',
  retry: 'Erneut versuchen',
  loading: 'Wird geladen…',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich',
  viewFailed: 'Diese Ansicht konnte nicht geladen werden',
  viewFailedText: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  viewCrashed: 'Diese Ansicht funktioniert gerade nicht',
  viewCrashedText: 'Versuchen Sie es noch einmal oder gehen Sie zurück.',
  actionFailed: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
  connect: 'Wallet verbinden',
  connecting: 'Verbinden…',
  account: 'Konto {address}',
  network: 'Netzwerk: {name}',
  selectNetwork: 'Netzwerk wählen',
  unsupported: 'Netzwerk nicht unterstützt',
}
