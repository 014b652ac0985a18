import type { strings as en } from './en.js'

export const strings: Readonly<Record<keyof typeof en, string>> = {
  'signIn.title': 'تسجيل الدخول',
  'signIn.text': 'يطلب {site} منك إثبات أن هذا الحساب لك.',
  'signIn.hint': 'تعرض محفظتك رسالة لتوقيعها. التوقيع مجاني ولا ينقل شيئًا.',
  'signIn.account': 'حسابك',
  'signIn.disconnects': 'إذا ألغيت، فسيُقطع اتصال محفظتك.',
  'signIn.sign': 'توقيع',
  'signIn.signing': 'جارٍ التوقيع...',
  'signIn.verifying': 'جارٍ التحقق من التوقيع...',
  'signIn.checking': 'جارٍ البحث عن تسجيل دخولك...',
  'signIn.cancel': 'إلغاء',
  'signIn.declined': 'رُفض التوقيع',
  'signIn.failed': 'لم ينجح تسجيل الدخول. حاول مرة أخرى.',
  'signIn.unavailable': 'حدثت مشكلة أثناء تحضير تسجيل الدخول',
  'signIn.stillIn': 'لم يستجب الموقع، لذا ما زلت مسجّل الدخول. سيُسجَّل خروجك عندما تفتحه في المرة القادمة.',
  'signIn.none': 'لا توجد محفظة متصلة',
  'signIn.noneText': 'اربط محفظة لتسجيل الدخول بها.',
}
