export const strings = {
  'wc.title': 'WalletConnect',
  'wc.scan': 'Scannen Sie diesen QR-Code mit Ihrem Telefon',
  'wc.qr': 'QR-Code, der eine Wallet auf Ihrem Telefon verbindet',
  'wc.preparing': 'Ein Code wird vorbereitet',
  'wc.renews': 'Neuer Code in {time}',
  'wc.copy': 'Link kopieren',
  'wc.ways': 'Wo die Wallet geöffnet wird',
  'wc.way.browser': 'Browser',
  'wc.way.mobile': 'Mobil',
  'wc.way.webapp': 'Web-App',
  'wc.way.desktop': 'Desktop',
  'wc.continue': 'Weiter in {name}',
  'wc.accept': 'Nehmen Sie die Verbindungsanfrage in der Wallet an',
  'wc.open': 'Öffnen',
  'wc.notInstalled': 'Nicht gefunden',
  'wc.notInstalled.hint': 'Installieren Sie {name} in diesem Browser und kommen Sie dann zurück.',
  'wc.extension': 'Chrome-Erweiterung',
  'wc.get': 'Ich habe {name} noch nicht',
  'wc.declined': 'Verbindung abgelehnt',
  'wc.declined.hint': 'Die Verbindung kann abgelehnt werden, solange eine frühere Anfrage noch offen ist',
  'wc.failed': 'Verbindung fehlgeschlagen',
  'wc.failed.accounts':
    'Die Wallet hat kein Konto in den Netzwerken dieser Website freigegeben. Entsperren Sie Ihre Wallet, wählen Sie dort ein Konto und versuchen Sie es erneut.',
  'wc.failed.wallet':
    'Dieser Wallet fehlt eine Funktion, die diese Website braucht. Aktualisieren Sie sie oder nehmen Sie eine andere.',
  'wc.failed.offline':
    'Ein Teil dieser Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'wc.failed.projectId':
    'WalletConnect nimmt die Projekt-Kennung dieser Website nicht an. Verbinden Sie sich auf anderem Weg.',
  'wc.failed.relay': 'WalletConnect ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  'wc.failed.clock':
    'Die Uhr dieses Geräts geht wohl falsch, darum hat WalletConnect die Verbindung abgelehnt. Prüfen Sie die Zeiteinstellungen und versuchen Sie es erneut.',
  'wc.stillConnected':
    '{wallet} ist noch für {families} verbunden. Trennen Sie auch diese Verbindungen, um die ganze Sitzung zu beenden.',
  'wc.unavailable': 'WalletConnect funktioniert nicht mit den Netzwerken dieser Website.',
  'wc.retry': 'Erneut versuchen',
  'wc.other': 'Andere Wallet wählen',
}
