import type { strings as english } from './en.js'

export const strings: Readonly<Record<keyof typeof english, string>> = {
  'send.title': 'Senden',
  'send.none': 'Keine Wallet verbunden',
  'send.noneText': 'Verbinden Sie eine Wallet, um von ihr zu senden.',
  'send.unsupported': 'Senden ist hier nicht verfügbar',
  'send.unsupportedText':
    'Mit diesem Netzwerk oder dieser Wallet kann auf dieser Website nicht gesendet werden. Wählen Sie ein anderes Netzwerk.',
  'send.started': 'Transaktion gestartet',
  'send.confirmInWallet': 'Bestätigen Sie die Transaktion in Ihrer Wallet',
  'send.failed': 'Die Transaktion konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
  'send.unexpected': 'Etwas ist schiefgegangen',
  'send.incomplete': 'Bitte geben Sie einen gültigen Betrag und eine gültige Empfängeradresse ein',
  'send.declinedSwitch': 'Das Netzwerk wurde nicht gewechselt',
  'send.declinedSwitchText':
    'Diese Transaktion braucht {network}. Wechseln Sie in Ihrer Wallet dorthin und öffnen Sie Senden erneut.',
  'send.switching': 'Stimmen Sie in Ihrer Wallet dem Wechsel zu {network} zu',
  'send.badParams': 'Diese Transaktion kann nicht angezeigt werden',
  'send.retry': 'Erneut versuchen',
  'token.choose': 'Token wählen',
  'amount.invalid': 'Bitte geben Sie einen gültigen Betrag ein',
  'amount.tooMuch': 'Mehr, als das Konto senden kann.',
  'amount.noFee': 'Nicht genug {symbol} für die Netzwerkgebühr.',
  'limit.failed.offline': 'Das Netzwerk antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'limit.failed.wallet': 'Diese Wallet kann hier nicht senden. Aktualisieren Sie sie oder nehmen Sie eine andere.',
  'limit.failed.refused': 'Der Betrag, den Sie senden können, ließ sich nicht berechnen.',
  'receiver.label': 'An',
  'receiver.placeholder': 'Adresse oder Name',
  'receiver.placeholderPlain': 'Adresse',
  'receiver.paste': 'Einfügen',
  'receiver.pasteFailed': 'Der Browser lässt die Zwischenablage nicht lesen.',
  'receiver.clear': 'Empfänger leeren',
  'receiver.checking': 'Wird geprüft …',
  'receiver.resolved': 'gehört zu',
  'receiver.proven': 'gehört laut der Blockchain zu',
  'receiver.failed': 'Der Empfänger konnte nicht geprüft werden.',
  'receiver.recent': 'Bisherige Empfänger',
  'link.filled.receiver': 'Der Zahlungslink hat den Empfänger ausgefüllt. Prüfen Sie ihn, bevor Sie weitermachen.',
  'link.filled.token':
    'Der Zahlungslink hat Empfänger und Token ausgefüllt. Prüfen Sie beides, bevor Sie weitermachen.',
  'link.filled.amount':
    'Der Zahlungslink hat Empfänger, Token und Betrag ausgefüllt. Prüfen Sie alles, bevor Sie weitermachen.',
  'link.switch': 'Zu {network} wechseln',
  'receiver.scan': 'QR-Code scannen',
  'scan.title': 'QR-Code scannen',
  'scan.picture': 'Kameravorschau',
  'scan.starting': 'Erlauben Sie die Kamera in Ihrem Browser …',
  'scan.looking': 'Halten Sie den QR-Code einer Adresse oder eines Zahlungslinks vor die Kamera.',
  'scan.private': 'Das Bild bleibt auf diesem Gerät.',
  'scan.denied': 'Die Kamera ist gesperrt',
  'scan.deniedText':
    'Erlauben Sie sie dieser Website in den Einstellungen Ihres Browsers, oder geben Sie die Adresse von Hand ein.',
  'scan.missing': 'Keine Kamera',
  'scan.missingText':
    'Es wurde keine Kamera gefunden, oder ein anderes Programm benutzt sie. Sie können die Adresse von Hand eingeben.',
  'scan.failed': 'Die Kamera lässt sich nicht benutzen',
  'scan.failedText': 'Sie können die Adresse von Hand eingeben.',
  'scan.back': 'Adresse eingeben',
  'form.selectToken': 'Token wählen',
  'form.addAmount': 'Betrag eingeben',
  'form.incorrectValue': 'Ungültiger Betrag',
  'form.insufficientFunds': 'Guthaben reicht nicht',
  'form.addAddress': 'Adresse eingeben',
  'form.invalidAddress': 'Ungültige Adresse',
  'form.checking': 'Wird geprüft …',
  'form.complete': 'Vorschau ansehen',
  'finding.invalidAddress': 'Das ist keine Adresse dieses Netzwerks.',
  'finding.wrongNetwork':
    'Das ist eine Adresse von {text}, nicht von {network}. Alles, was Sie dorthin senden, ist verloren.',
  'finding.wrongChecksum': 'Die Adresse enthält einen Tippfehler. Vergleichen Sie sie mit dem Original.',
  'finding.zeroAddress': 'Diese Adresse gehört niemandem. Alles, was Sie dorthin senden, ist verloren.',
  'finding.tokenContract': 'Das ist der Vertrag eines Tokens. Alles, was Sie dorthin senden, ist verloren.',
  'finding.ownAddress': 'Das ist Ihr eigenes Konto.',
  'finding.contract':
    'Das ist ein Smart Contract, kein Konto einer Person. Vergewissern Sie sich, dass er mit {symbol} umgehen kann.',
  'finding.program': 'Das ist ein Programm, kein Konto. Alles, was Sie dorthin senden, ist verloren.',
  'finding.offCurve':
    'Diese Adresse hat keinen privaten Schlüssel, sie kann also einem Programm gehören. Vergewissern Sie sich, dass der Empfänger an das Gesendete kommt.',
  'finding.tokenAccount': 'Das ist ein Token-Konto, keine Wallet. Die Token gehen an seinen Inhaber: {text}',
  'finding.auxiliaryTokenAccount':
    'Das ist ein Token-Konto, dessen Adresse nicht zeigt, wem es gehört. Bitten Sie den Empfänger um die Adresse seiner Wallet.',
  'finding.newAccount': 'Dieses Konto gibt es noch nicht. Vergewissern Sie sich, dass die Adresse stimmt.',
  'finding.lookAlike':
    'Halt, vergleichen Sie: Diese Adresse beginnt und endet wie eine, die Sie kennen, ist aber eine andere. Betrüger nutzen solche Adressen.',
  'finding.nameMoved':
    'Halt, vergleichen Sie: Dieser Name führt jetzt zu einer anderen Adresse. Vorher war es {text}. Es wurde nichts gesendet.',
  'finding.badLink': 'Dieser Zahlungslink ist fehlerhaft oder widerspricht sich. Es wurde nichts ausgefüllt.',
  'finding.notAPayment': 'Dieser Link verlangt mehr als eine Zahlung. Es wurde nichts ausgefüllt.',
  'finding.linkDemands':
    'Dieser Zahlungslink verlangt etwas, das hier nicht unterstützt wird: {text}. Es wurde nichts ausgefüllt.',
  'finding.linkWithoutAddress': 'Dieser Zahlungslink enthält keine Adresse auf {network}. Es wurde nichts ausgefüllt.',
  'finding.link.unknown': 'Links, die mit „{text}:“ beginnen, funktionieren auf {network} nicht.',
  'finding.link.network':
    'Dieser Zahlungslink gilt für {text}, und Sie sind auf {network}. Es wurde nichts ausgefüllt.',
  'finding.link.token':
    'Das Token, das dieser Zahlungslink verlangt, wurde auf {network} nicht gefunden. Es wurde nichts ausgefüllt.',
  'finding.link.amount':
    'Dieser Zahlungslink verlangt einen Betrag mit mehr Nachkommastellen, als {text} hat. Es wurde nichts ausgefüllt.',
  'finding.link.settled':
    'Dieser Zahlungslink verlangt ein anderes Token oder einen anderen Betrag als diese Website. Es wurde nichts ausgefüllt.',
  'finding.noNames': 'Namen gibt es auf diesem Netzwerk nicht. Geben Sie eine Adresse ein.',
  'finding.name.unknown': 'Zu diesem Namen wurde kein Konto gefunden.',
  'finding.name.elsewhere': 'Dieser Name hat auf {network} keine Adresse.',
  'finding.name.notNormal': 'Dieser Name ist ungültig: Er enthält Zeichen, die in Namen nicht erlaubt sind.',
  'preview.title': 'Senden prüfen',
  'preview.none': 'Nichts zu prüfen',
  'preview.noneText': 'Wählen Sie zuerst Token, Betrag und Empfänger.',
  'preview.start': 'Zum Senden',
  'preview.send': 'Senden',
  'preview.nameUnproven':
    'Dass {name} zu dieser Adresse gehört, sagt nur ein einzelner Namensdienst. Vergleichen Sie sie mit einer Adresse, die Sie vom Empfänger haben.',
  'confirmed.title': 'Transaktion',
  'confirmed.none': 'Noch wurde nichts gesendet',
  'confirmed.done': 'Fertig',
  'unknown.text':
    'Ihre Wallet hat kein Ergebnis gemeldet, die Transaktion kann also gesendet worden sein. Sehen Sie in Ihrer Wallet oder im Block-Explorer nach, bevor Sie erneut etwas senden.',
}
