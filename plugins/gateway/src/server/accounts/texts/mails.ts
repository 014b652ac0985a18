import { type Language, textsOf } from './language.js'

const en = {
  warning: 'Give the code to nobody and enter it nowhere else. If you did not ask for the code, ignore this mail.',
  'login.subject': 'is your login code',
  'login.text': 'Enter this code to log in to {host} with your wallet. It is valid for 10 minutes.',
  'export.subject': 'is your code to show your private key',
  'export.text':
    'This code shows the private key of your wallet, at {host}. Whoever has the key can take everything in the wallet, for ever. Enter the code in the wallet only, and only if you asked to export your key. It is valid for 10 minutes.',
  'change.subject': 'is your code to change your email',
  'change.text':
    'Enter this code at {host} to change the email of your wallet from {from} to {to}. Afterwards only {to} logs in to the wallet. The code is valid for 10 minutes.',
  'link.subject': 'Log in to {host} with a new browser',
  'link.who': 'Somebody wants to log in to {host} with your wallet, in a browser that is not registered: {browser}.',
  'link.open': 'If it was you, open this link, on any device, and approve. It is valid for 10 minutes.',
  'link.not': 'If it was not you, open the link and refuse, or ignore this mail. Send the link to nobody.',
}

const de: typeof en = {
  warning:
    'Geben Sie den Code niemandem und geben Sie ihn nirgendwo sonst ein. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
  'login.subject': 'ist Ihr Anmeldecode',
  'login.text': 'Geben Sie diesen Code ein, um sich mit Ihrer Wallet bei {host} anzumelden. Er gilt 10 Minuten.',
  'export.subject': 'ist Ihr Code zum Anzeigen Ihres privaten Schlüssels',
  'export.text':
    'Dieser Code zeigt den privaten Schlüssel Ihrer Wallet, bei {host}. Wer den Schlüssel hat, kann alles in der Wallet nehmen, für immer. Geben Sie den Code nur in der Wallet ein, und nur, wenn Sie Ihren Schlüssel exportieren wollten. Er gilt 10 Minuten.',
  'change.subject': 'ist Ihr Code zum Ändern Ihrer E-Mail',
  'change.text':
    'Geben Sie diesen Code bei {host} ein, um die E-Mail Ihrer Wallet von {from} in {to} zu ändern. Danach melden Sie sich nur noch mit {to} bei der Wallet an. Der Code gilt 10 Minuten.',
  'link.subject': 'Anmeldung bei {host} mit einem neuen Browser',
  'link.who':
    'Jemand möchte sich mit Ihrer Wallet bei {host} anmelden, in einem Browser, der nicht registriert ist: {browser}.',
  'link.open':
    'Wenn Sie das sind, öffnen Sie diesen Link auf einem beliebigen Gerät und stimmen Sie zu. Er gilt 10 Minuten.',
  'link.not':
    'Wenn Sie das nicht sind, öffnen Sie ihn und lehnen Sie ab, oder ignorieren Sie diese E-Mail. Senden Sie den Link niemandem.',
}

const ar: typeof en = {
  warning: 'لا تعط الرمز لأحد ولا تدخله في أي مكان آخر. إذا لم تطلبه فتجاهل هذه الرسالة.',
  'login.subject': 'هو رمز تسجيل الدخول',
  'login.text': 'أدخل هذا الرمز لتسجيل الدخول إلى {host} بمحفظتك. الرمز صالح لمدة 10 دقائق.',
  'export.subject': 'هو رمز إظهار مفتاحك الخاص',
  'export.text':
    'يُظهر هذا الرمز المفتاح الخاص لمحفظتك في {host}. من يملك المفتاح يستطيع أخذ كل ما في المحفظة إلى الأبد. أدخل الرمز في المحفظة فقط، وفقط إذا طلبت تصدير مفتاحك. الرمز صالح لمدة 10 دقائق.',
  'change.subject': 'هو رمز تغيير بريدك الإلكتروني',
  'change.text':
    'أدخل هذا الرمز في {host} لتغيير بريد محفظتك من {from} إلى {to}. بعد ذلك لن يسجّل الدخول إلى المحفظة سوى {to}. الرمز صالح لمدة 10 دقائق.',
  'link.subject': 'تسجيل الدخول إلى {host} بمتصفح جديد',
  'link.who': 'يريد شخص ما تسجيل الدخول إلى {host} بمحفظتك، في متصفح غير مسجَّل: {browser}.',
  'link.open': 'إذا كنت أنت، فافتح هذا الرابط على أي جهاز ووافق. الرابط صالح لمدة 10 دقائق.',
  'link.not': 'إذا لم تكن أنت، فافتحه وارفض، أو تجاهل هذه الرسالة. لا ترسل الرابط إلى أحد.',
}

const text = textsOf({ en, de, ar })

interface MailText {
  readonly subject: string
  readonly text: string
}

interface CodeText {
  readonly code: string
  readonly language: Language
  readonly site: string
  readonly purpose: 'login' | 'leave address' | 'enter address' | 'export key'
  readonly change?: { readonly from: string; readonly to: string } | undefined
}

/** Subject and text of a mail with a code. Both state the code's purpose. */
export function codeMail({ code, language, site, purpose, change }: CodeText): MailText {
  const { host } = new URL(site)
  const kind = purpose === 'export key' ? 'export' : change ? 'change' : 'login'
  const values = { host, ...(change && { from: change.from, to: change.to }) }
  return {
    subject: `${code} ${text(language, `${kind}.subject`)}`,
    text: `${code}\n\n${text(language, `${kind}.text`, values)}\n${text(language, 'warning')}\n`,
  }
}

interface LinkText {
  readonly link: string
  readonly language: Language
  readonly site: string
  readonly browser: string
}

export function linkMail({ link, language, site, browser }: LinkText): MailText {
  const values = { host: new URL(site).host, browser }
  const [who, open, not] = (['link.who', 'link.open', 'link.not'] as const).map((key) => text(language, key, values))
  return { subject: text(language, 'link.subject', values), text: `${who}\n\n${open}\n\n${link}\n\n${not}\n` }
}
