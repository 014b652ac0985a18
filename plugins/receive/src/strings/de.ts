export const strings = {
  'receive.title': 'Empfangen',
  'receive.form': 'Inhalt des QR-Codes',
  'receive.address': 'Adresse',
  'receive.uri': 'Zahlungslink',
  'receive.addressCode': 'QR-Code Ihrer Adresse',
  'receive.uriCode': 'QR-Code eines Zahlungslinks',
  'receive.copyAddress': 'Adresse kopieren',
  'receive.copyUri': 'Link kopieren',
  'receive.uriHint': 'Wallets, die den Link unterstützen, wählen {network} automatisch.',
  'receive.only': 'Empfangen Sie nur auf {network}. Was auf einem anderen Netzwerk gesendet wird, kann verloren gehen.',
  'receive.smartAccount':
    'Dies ist ein Smart Account. In anderen Netzwerken als {network} existiert er vielleicht nicht.',
  'receive.ordinal':
    'Diese Adresse ist für Ordinals (Sammlerstücke). Wenn Sie hier Coins empfangen, könnte mit ihnen versehentlich ein Ordinal ausgegeben werden.',
  'receive.unsupported': 'Diese Website unterstützt das Netzwerk Ihrer Wallet nicht.',
  'receive.none': 'Keine Wallet verbunden',
  'receive.noneText': 'Verbinden Sie eine Wallet, um ihre Adresse zu sehen.',
  'networks.title': 'Kompatible Netzwerke',
  'networks.text':
    'Auf diesen Netzwerken können Sie empfangen. Was auf einem anderen Netzwerk gesendet wird, kann verloren gehen.',
  'networks.list': 'Netzwerke',
  'networks.testnet': 'Testnetz',
} as const
