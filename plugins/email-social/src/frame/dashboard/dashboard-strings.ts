import { textsOf } from '../strings.js'

const en = {
  title: 'Your wallet',
  intro: 'Log in as you do on the sites where you use your wallet. This page ends the login when you close it.',
  or: 'or',
  continueWith: 'Continue with {service}',
  window: 'Log in in the window of {service}.',
  farcaster: 'Scan the code with the phone that has your Farcaster account, or open Farcaster on this device.',
  farcasterCode: 'QR code for Farcaster',
  openFarcaster: 'Open Farcaster',
  blocked: 'The browser blocked the window. Allow windows for this page and try again.',
  denied: 'The login was declined.',
  timedOut: 'The login took too long. Try again.',
  returned: 'You can close this window.',
  account: 'Account',
  email: 'Email',
  notAnEmail: 'This is not an email address.',
  link: 'This browser is new to your wallet. Open the link that was sent to',
  address: 'Address',
  solana: 'Address on Solana',
  noWallet: 'This account has no wallet yet. Log in with it on a site to create one.',
  recovery: 'Recovery',
  noPasskey:
    'The recovery code opens this wallet in a new browser. It was shown when the wallet was made, and is not shown again. There is no passkey.',
  passkeys: 'The recovery code opens this wallet in a new browser, and so does a passkey. Passkeys: {count}',
  hasShare: 'This page has its part of the key.',
  noShare:
    'Browsers keep the data of this page apart from the sites where you use the wallet, so this page has no part of the key yet. Before it uses the key, confirm with a passkey or the recovery code.',
  devices: 'Devices',
  addPasskey: 'Add a passkey',
  passkeyList: 'Passkeys',
  passkeyAdded: 'Added on {date}',
  passkeyNumbered: 'Passkey {number}',
  remove: 'Remove',
  removeNamed: 'Remove: {name}',
  removeEffect:
    'A removed passkey no longer opens this wallet in a new browser. Browsers that are logged in stay logged in. You can sign them out under Devices.',
  passkeyRemoved: 'The passkey was removed.',
  noPasskeyLeft: 'There is no passkey. Only the recovery code opens this wallet in a new browser.',
  signedOut: 'You are signed out of this page.',
  ended: 'The login has ended. Log in again.',
}
type Words = typeof en

const de: Words = {
  title: 'Ihre Wallet',
  intro:
    'Melden Sie sich so an wie auf den Websites, auf denen Sie Ihre Wallet nutzen. Die Anmeldung endet, wenn Sie diese Seite schließen.',
  or: 'oder',
  continueWith: 'Weiter mit {service}',
  window: 'Melden Sie sich im Fenster von {service} an.',
  farcaster:
    'Scannen Sie den Code mit dem Telefon, auf dem Ihr Farcaster-Konto ist, oder öffnen Sie Farcaster auf diesem Gerät.',
  farcasterCode: 'QR-Code für Farcaster',
  openFarcaster: 'Farcaster öffnen',
  blocked: 'Der Browser hat das Fenster blockiert. Erlauben Sie Fenster für diese Seite und versuchen Sie es erneut.',
  denied: 'Die Anmeldung wurde abgelehnt.',
  timedOut: 'Die Anmeldung hat zu lange gedauert. Versuchen Sie es erneut.',
  returned: 'Sie können dieses Fenster schließen.',
  account: 'Konto',
  email: 'E-Mail',
  notAnEmail: 'Das ist keine E-Mail-Adresse.',
  link: 'Dieser Browser ist neu für Ihre Wallet. Öffnen Sie den Link, gesendet an',
  address: 'Adresse',
  solana: 'Adresse auf Solana',
  noWallet: 'Zu diesem Konto gibt es noch keine Wallet. Melden Sie sich damit auf einer Website an, um eine anzulegen.',
  recovery: 'Wiederherstellung',
  noPasskey:
    'Der Wiederherstellungscode öffnet diese Wallet in einem neuen Browser. Er wurde beim Anlegen der Wallet angezeigt und wird nicht noch einmal angezeigt. Es gibt keinen Passkey.',
  passkeys:
    'Der Wiederherstellungscode öffnet diese Wallet in einem neuen Browser, ein Passkey auch. Passkeys: {count}',
  hasShare: 'Diese Seite hat ihren Teil des Schlüssels.',
  noShare:
    'Browser trennen die Daten dieser Seite von den Websites, auf denen Sie die Wallet nutzen. Darum hat diese Seite noch keinen Teil des Schlüssels. Bevor sie den Schlüssel verwendet, bestätigen Sie mit einem Passkey oder dem Wiederherstellungscode.',
  devices: 'Geräte',
  addPasskey: 'Passkey hinzufügen',
  passkeyList: 'Passkeys',
  passkeyAdded: 'Hinzugefügt am {date}',
  passkeyNumbered: 'Passkey {number}',
  remove: 'Entfernen',
  removeNamed: 'Entfernen: {name}',
  removeEffect:
    'Ein entfernter Passkey öffnet diese Wallet nicht mehr in einem neuen Browser. Angemeldete Browser bleiben angemeldet. Sie können sie unter „Geräte“ abmelden.',
  passkeyRemoved: 'Der Passkey wurde entfernt.',
  noPasskeyLeft: 'Es gibt keinen Passkey. Nur der Wiederherstellungscode öffnet diese Wallet in einem neuen Browser.',
  signedOut: 'Sie sind von dieser Seite abgemeldet.',
  ended: 'Die Anmeldung ist beendet. Melden Sie sich erneut an.',
}

const ar: Words = {
  title: 'محفظتك',
  intro: 'سجّل الدخول كما تفعل في المواقع التي تستخدم فيها محفظتك. تنهي هذه الصفحة تسجيل الدخول عند إغلاقها.',
  or: 'أو',
  continueWith: 'المتابعة عبر {service}',
  window: 'سجّل الدخول في نافذة {service}.',
  farcaster: 'امسح الرمز بالهاتف الذي عليه حسابك في Farcaster، أو افتح Farcaster على هذا الجهاز.',
  farcasterCode: 'رمز QR لتطبيق Farcaster',
  openFarcaster: 'فتح Farcaster',
  blocked: 'حظر المتصفح النافذة. اسمح بالنوافذ لهذه الصفحة وحاول مرة أخرى.',
  denied: 'رُفض تسجيل الدخول.',
  timedOut: 'استغرق تسجيل الدخول وقتًا طويلًا. حاول مرة أخرى.',
  returned: 'يمكنك إغلاق هذه النافذة.',
  account: 'الحساب',
  email: 'البريد الإلكتروني',
  notAnEmail: 'هذا ليس عنوان بريد إلكتروني.',
  link: 'هذا المتصفح جديد على محفظتك. افتح الرابط المرسل إلى',
  address: 'العنوان',
  solana: 'العنوان على سولانا',
  noWallet: 'لا توجد محفظة لهذا الحساب بعد. سجّل الدخول به في أحد المواقع لإنشائها.',
  recovery: 'الاسترداد',
  noPasskey:
    'يفتح رمز الاسترداد هذه المحفظة في متصفح جديد. ظهر عند إنشاء المحفظة ولن يظهر مرة أخرى. لا يوجد مفتاح مرور.',
  passkeys: 'يفتح رمز الاسترداد هذه المحفظة في متصفح جديد، وكذلك مفتاح المرور. عدد مفاتيح المرور: {count}',
  hasShare: 'لدى هذه الصفحة جزؤها من المفتاح.',
  noShare:
    'تفصل المتصفحات بيانات هذه الصفحة عن المواقع التي تستخدم فيها المحفظة، لذلك ليس لدى هذه الصفحة جزء من المفتاح بعد. قبل أن تستخدم المفتاح، أكِّد بمفتاح مرور أو برمز الاسترداد.',
  devices: 'الأجهزة',
  addPasskey: 'إضافة مفتاح مرور',
  passkeyList: 'مفاتيح المرور',
  passkeyAdded: 'أُضيف في {date}',
  passkeyNumbered: 'مفتاح المرور {number}',
  remove: 'إزالة',
  removeNamed: 'إزالة: {name}',
  removeEffect:
    'مفتاح المرور الذي تزيله لا يفتح هذه المحفظة بعد ذلك في متصفح جديد. تبقى المتصفحات المسجّلة الدخول كما هي. يمكنك تسجيل خروجها من «الأجهزة».',
  passkeyRemoved: 'تمت إزالة مفتاح المرور.',
  noPasskeyLeft: 'لا يوجد مفتاح مرور. رمز الاسترداد وحده يفتح هذه المحفظة في متصفح جديد.',
  signedOut: 'تم تسجيل خروجك من هذه الصفحة.',
  ended: 'انتهى تسجيل الدخول. سجّل الدخول مرة أخرى.',
}

/** Text of the dashboard. */
export const dashboardText = textsOf({ en, de, ar })
