import { textsOf } from '../strings.js'

const en = {
  title: 'Your wallet',
  intro: 'Log in with the email of your wallet. This page ends the login when you close it.',
  email: 'Email',
  notAnEmail: 'This is not an email address.',
  link: 'This browser is new to your wallet. Open the link that was sent to',
  address: 'Address',
  solana: 'Address on Solana',
  noWallet: 'This email has no wallet yet. Log in with it on a site to make one.',
  recovery: 'Recovery',
  noPasskey:
    'The recovery code opens this wallet in a new browser. It was shown when the wallet was made, and is not shown again. There is no passkey.',
  passkeys: 'The recovery code opens this wallet in a new browser, and so does a passkey. Passkeys: {count}',
  hasShare: 'This page has its part of the key.',
  noShare:
    'Browsers keep the data of this page apart from the sites where you use the wallet, so this page has no part of the key yet. To export the key or add a passkey, confirm with a passkey or the recovery code first.',
  devices: 'Devices',
  addPasskey: 'Add a passkey',
  signedOut: 'You are signed out of this page.',
  ended: 'The login has ended. Log in again.',
}
type Words = typeof en

const de: Words = {
  title: 'Ihre Wallet',
  intro: 'Melden Sie sich mit der E-Mail Ihrer Wallet an. Die Anmeldung endet, wenn Sie diese Seite schließen.',
  email: 'E-Mail',
  notAnEmail: 'Das ist keine E-Mail-Adresse.',
  link: 'Dieser Browser ist neu für Ihre Wallet. Öffnen Sie den Link, gesendet an',
  address: 'Adresse',
  solana: 'Adresse auf Solana',
  noWallet:
    'Zu dieser E-Mail gibt es noch keine Wallet. Melden Sie sich damit auf einer Website an, um eine anzulegen.',
  recovery: 'Wiederherstellung',
  noPasskey:
    'Der Wiederherstellungscode öffnet diese Wallet in einem neuen Browser. Er wurde beim Anlegen der Wallet angezeigt und wird nicht noch einmal angezeigt. Es gibt keinen Passkey.',
  passkeys:
    'Der Wiederherstellungscode öffnet diese Wallet in einem neuen Browser, ein Passkey auch. Passkeys: {count}',
  hasShare: 'Diese Seite hat ihren Teil des Schlüssels.',
  noShare:
    'Browser trennen die Daten dieser Seite von den Websites, auf denen Sie die Wallet nutzen. Darum hat diese Seite noch keinen Teil des Schlüssels. Um den Schlüssel zu exportieren oder einen Passkey hinzuzufügen, bestätigen Sie zuerst mit einem Passkey oder dem Wiederherstellungscode.',
  devices: 'Geräte',
  addPasskey: 'Passkey hinzufügen',
  signedOut: 'Sie sind von dieser Seite abgemeldet.',
  ended: 'Die Anmeldung ist beendet. Melden Sie sich erneut an.',
}

const ar: Words = {
  title: 'محفظتك',
  intro: 'سجّل الدخول ببريد محفظتك. تنهي هذه الصفحة تسجيل الدخول عند إغلاقها.',
  email: 'البريد الإلكتروني',
  notAnEmail: 'هذا ليس عنوان بريد إلكتروني.',
  link: 'هذا المتصفح جديد على محفظتك. افتح الرابط المرسل إلى',
  address: 'العنوان',
  solana: 'العنوان على سولانا',
  noWallet: 'لا توجد محفظة لهذا البريد بعد. سجّل الدخول به في أحد المواقع لإنشائها.',
  recovery: 'الاسترداد',
  noPasskey:
    'يفتح رمز الاسترداد هذه المحفظة في متصفح جديد. ظهر عند إنشاء المحفظة ولن يظهر مرة أخرى. لا يوجد مفتاح مرور.',
  passkeys: 'يفتح رمز الاسترداد هذه المحفظة في متصفح جديد، وكذلك مفتاح المرور. عدد مفاتيح المرور: {count}',
  hasShare: 'لدى هذه الصفحة جزؤها من المفتاح.',
  noShare:
    'تفصل المتصفحات بيانات هذه الصفحة عن المواقع التي تستخدم فيها المحفظة، لذلك ليس لدى هذه الصفحة جزء من المفتاح بعد. لتصدير المفتاح أو إضافة مفتاح مرور، أكِّد أولًا بمفتاح مرور أو برمز الاسترداد.',
  devices: 'الأجهزة',
  addPasskey: 'إضافة مفتاح مرور',
  signedOut: 'تم تسجيل خروجك من هذه الصفحة.',
  ended: 'انتهى تسجيل الدخول. سجّل الدخول مرة أخرى.',
}

/** Text of the dashboard. */
export const dashboardText = textsOf({ en, de, ar })
