import { textsOf } from '../strings.js'

const en = {
  'devices.title': 'Logged in to your wallet',
  'devices.this': 'This device',
  'devices.site': 'Site',
  'devices.used': 'Last used',
  'devices.signOut': 'Sign out',
  'devices.signOutNamed': 'Sign out {browser}, {site}',
  'devices.signOutOthers': 'Sign out all other devices',
  'devices.signedOut': 'Signed out: {browser}',
  'devices.othersSignedOut': 'All other devices are signed out.',
  'devices.alone': 'No other device is logged in.',
  hidden: 'The buttons work once the whole window is visible in a readable size.',
  'export.title': 'Export private key',
  'export.warning':
    'Whoever has this key can take everything in this wallet, for ever. Nobody from a site or a support team needs it.',
  'export.text': 'The key opens your wallet in other wallet apps. Make sure that nobody sees your screen.',
  'export.solana':
    'Your Solana account is not part of this key and cannot be exported. To move it to another wallet, send its funds there.',
  'export.confirm': 'Confirm with the recovery code that you saved when your wallet was made, or with its passkey.',
  'export.confirmByCode': 'Confirm with the recovery code that you saved when your wallet was made.',
  'export.page':
    'The key is exported on your wallet’s own page, which no site can change. Log in there and choose “Export private key”.',
  'export.openPage': 'Open wallet page',
  'export.mail': 'First we send a code to',
  'export.sent': 'Enter the code that was sent to',
  'export.send': 'Send code',
  'export.code': 'Code of six digits',
  'export.notACode': 'The code has six digits.',
  'export.show': 'Show key',
  'export.hide': 'Hide key',
  'export.copy': 'Copy key',
  'export.copied': 'Copied. Other programs can read the clipboard: clear it afterwards.',
  'export.notCopied': 'The browser did not allow copying. Show the key and copy it by hand.',
  cancel: 'Cancel',
  continue: 'Continue',
  close: 'Close',
  loading: 'Loading',
  failed: 'Something went wrong. Try again.',
}
type Words = typeof en

const de: Words = {
  'devices.title': 'Bei Ihrer Wallet angemeldet',
  'devices.this': 'Dieses Gerät',
  'devices.site': 'Website',
  'devices.used': 'Zuletzt verwendet',
  'devices.signOut': 'Abmelden',
  'devices.signOutNamed': '{browser}, {site} abmelden',
  'devices.signOutOthers': 'Alle anderen Geräte abmelden',
  'devices.signedOut': 'Abgemeldet: {browser}',
  'devices.othersSignedOut': 'Alle anderen Geräte sind abgemeldet.',
  'devices.alone': 'Kein anderes Gerät ist angemeldet.',
  hidden: 'Die Schaltflächen gehen, sobald das ganze Fenster in lesbarer Größe sichtbar ist.',
  'export.title': 'Privaten Schlüssel exportieren',
  'export.warning':
    'Wer diesen Schlüssel hat, kann alles in dieser Wallet nehmen, für immer. Niemand von einer Website oder einem Support braucht ihn.',
  'export.text':
    'Mit dem Schlüssel öffnen Sie Ihre Wallet in anderen Wallet-Apps. Achten Sie darauf, dass niemand Ihren Bildschirm sieht.',
  'export.solana':
    'Ihr Solana-Konto gehört nicht zu diesem Schlüssel und lässt sich nicht exportieren. Um zu einer anderen Wallet zu wechseln, senden Sie sein Guthaben dorthin.',
  'export.confirm':
    'Bestätigen Sie mit dem Wiederherstellungscode, den Sie beim Anlegen der Wallet gesichert haben, oder mit ihrem Passkey.',
  'export.confirmByCode':
    'Bestätigen Sie mit dem Wiederherstellungscode, den Sie beim Anlegen der Wallet gesichert haben.',
  'export.page':
    'Der Schlüssel wird auf der eigenen Seite Ihrer Wallet exportiert, die keine Website verändern kann. Melden Sie sich dort an und wählen Sie „Privaten Schlüssel exportieren“.',
  'export.openPage': 'Seite der Wallet öffnen',
  'export.mail': 'Zuerst senden wir einen Code an',
  'export.sent': 'Geben Sie den Code ein, der gesendet wurde an',
  'export.send': 'Code senden',
  'export.code': 'Code mit sechs Ziffern',
  'export.notACode': 'Der Code hat sechs Ziffern.',
  'export.show': 'Schlüssel zeigen',
  'export.hide': 'Schlüssel verbergen',
  'export.copy': 'Schlüssel kopieren',
  'export.copied': 'Kopiert. Andere Programme können die Zwischenablage lesen: Leeren Sie sie danach.',
  'export.notCopied':
    'Der Browser hat das Kopieren nicht erlaubt. Zeigen Sie den Schlüssel und kopieren Sie ihn von Hand.',
  cancel: 'Abbrechen',
  continue: 'Weiter',
  close: 'Schließen',
  loading: 'Wird geladen',
  failed: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
}

const ar: Words = {
  'devices.title': 'مسجّل الدخول إلى محفظتك',
  'devices.this': 'هذا الجهاز',
  'devices.site': 'الموقع',
  'devices.used': 'آخر استخدام',
  'devices.signOut': 'تسجيل الخروج',
  'devices.signOutNamed': 'تسجيل خروج {browser}، {site}',
  'devices.signOutOthers': 'تسجيل خروج كل الأجهزة الأخرى',
  'devices.signedOut': 'تم تسجيل الخروج: {browser}',
  'devices.othersSignedOut': 'تم تسجيل خروج كل الأجهزة الأخرى.',
  'devices.alone': 'لا يوجد جهاز آخر مسجّل الدخول.',
  hidden: 'تعمل الأزرار حين تظهر النافذة كلها بحجم مقروء.',
  'export.title': 'تصدير المفتاح الخاص',
  'export.warning':
    'من يملك هذا المفتاح يستطيع أخذ كل ما في هذه المحفظة إلى الأبد. لا يحتاج إليه أي موقع ولا أي فريق دعم.',
  'export.text': 'يفتح المفتاح محفظتك في تطبيقات محافظ أخرى. تأكد من أن لا أحد يرى شاشتك.',
  'export.solana':
    'حساب Solana الخاص بك ليس جزءًا من هذا المفتاح ولا يمكن تصديره. للانتقال إلى محفظة أخرى، أرسل أرصدته إليها.',
  'export.confirm': 'أكِّد برمز الاسترداد الذي حفظته عند إنشاء محفظتك أو بمفتاح المرور الخاص بها.',
  'export.confirmByCode': 'أكِّد برمز الاسترداد الذي حفظته عند إنشاء محفظتك.',
  'export.page':
    'يُصدَّر المفتاح في صفحة محفظتك الخاصة التي لا يستطيع أي موقع تغييرها. سجّل الدخول هناك واختر «تصدير المفتاح الخاص».',
  'export.openPage': 'فتح صفحة المحفظة',
  'export.mail': 'نرسل أولًا رمزًا إلى',
  'export.sent': 'أدخل الرمز المرسل إلى',
  'export.send': 'إرسال الرمز',
  'export.code': 'رمز من ستة أرقام',
  'export.notACode': 'يتكون الرمز من ستة أرقام.',
  'export.show': 'إظهار المفتاح',
  'export.hide': 'إخفاء المفتاح',
  'export.copy': 'نسخ المفتاح',
  'export.copied': 'تم النسخ. تستطيع برامج أخرى قراءة الحافظة: أفرغها بعد ذلك.',
  'export.notCopied': 'لم يسمح المتصفح بالنسخ. أظهر المفتاح وانسخه يدويًا.',
  cancel: 'إلغاء',
  continue: 'متابعة',
  close: 'إغلاق',
  loading: 'جارٍ التحميل',
  failed: 'حدث خطأ ما. حاول مرة أخرى.',
}

/** Text of the wallet's settings. */
export const settingsText = textsOf({ en, de, ar })

/** Date and time in the document's language. `at` is in milliseconds since the Unix epoch. */
export const timeText = (at: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
