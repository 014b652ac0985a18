import { textsOf } from './language.js'

const en = {
  'device.title': 'Is it you?',
  'device.text': 'A browser wants to log in with your wallet. Approve only if you started this login.',
  'device.site': 'Site',
  'device.browser': 'Browser',
  'device.email': 'Email',
  'device.started': 'Started',
  'device.refuse': 'It was not me',
  'device.approve': 'Approve',
  'device.approved': 'Approved',
  'device.approved.text': 'Go back to the browser in which you log in. A code is on its way to you.',
  'device.refused': 'Refused',
  'device.refused.text': 'Nobody was logged in.',
  'device.invalid': 'Link not valid',
  'device.invalid.text': 'This link was used before or has expired.',
  'window.title': 'Log in',
  'window.ended': 'This login has ended. Close this window and start again.',
  'window.waiting': 'Waiting for the site …',
}

const de: typeof en = {
  'device.title': 'Sind Sie das?',
  'device.text':
    'Ein Browser möchte sich mit Ihrer Wallet anmelden. Stimmen Sie nur zu, wenn Sie diese Anmeldung begonnen haben.',
  'device.site': 'Website',
  'device.browser': 'Browser',
  'device.email': 'E-Mail',
  'device.started': 'Begonnen',
  'device.refuse': 'Das war ich nicht',
  'device.approve': 'Zustimmen',
  'device.approved': 'Zugestimmt',
  'device.approved.text':
    'Kehren Sie zu dem Browser zurück, in dem Sie sich anmelden. Ein Code ist zu Ihnen unterwegs.',
  'device.refused': 'Abgelehnt',
  'device.refused.text': 'Niemand wurde angemeldet.',
  'device.invalid': 'Link nicht gültig',
  'device.invalid.text': 'Dieser Link wurde schon verwendet oder ist abgelaufen.',
  'window.title': 'Anmelden',
  'window.ended': 'Diese Anmeldung ist beendet. Schließen Sie dieses Fenster und beginnen Sie neu.',
  'window.waiting': 'Warten auf die Website …',
}

const ar: typeof en = {
  'device.title': 'هل هذا أنت؟',
  'device.text': 'يريد متصفح تسجيل الدخول بمحفظتك. وافق فقط إذا بدأت تسجيل الدخول هذا.',
  'device.site': 'الموقع',
  'device.browser': 'المتصفح',
  'device.email': 'البريد الإلكتروني',
  'device.started': 'بدأ في',
  'device.refuse': 'لم أكن أنا',
  'device.approve': 'موافقة',
  'device.approved': 'تمت الموافقة',
  'device.approved.text': 'عد إلى المتصفح الذي تسجّل الدخول فيه. الرمز في طريقه إليك.',
  'device.refused': 'تم الرفض',
  'device.refused.text': 'لم يسجّل أحد الدخول.',
  'device.invalid': 'الرابط غير صالح',
  'device.invalid.text': 'استُخدم هذا الرابط من قبل أو انتهت صلاحيته.',
  'window.title': 'تسجيل الدخول',
  'window.ended': 'انتهى تسجيل الدخول هذا. أغلق هذه النافذة وابدأ من جديد.',
  'window.waiting': 'في انتظار الموقع …',
}

/** Texts of the pages for device links and social logins. */
export const pageText = textsOf({ en, de, ar })
