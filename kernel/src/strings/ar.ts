import type { Strings } from '../texts/i18n.js'

export const ar: Strings = {
  dialog: 'المحفظة',
  close: 'إغلاق',
  back: 'رجوع',
  retry: 'إعادة المحاولة',
  loading: 'جارٍ التحميل…',
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ',
  viewFailed: 'تعذّر تحميل هذه الشاشة',
  viewFailedText: 'تحقّق من اتصالك ثم أعد المحاولة.',
  viewCrashed: 'توقّفت هذه الشاشة عن العمل',
  viewCrashedText: 'أعد المحاولة أو ارجع.',
  actionFailed: 'حدث خطأ ما. أعد المحاولة.',
  connect: 'توصيل المحفظة',
  connecting: 'جارٍ الاتصال…',
  account: 'الحساب {address}',
  network: 'الشبكة: {name}',
  selectNetwork: 'اختيار الشبكة',
  unsupported: 'شبكة غير مدعومة',
}
