export const strings = {
  'analytics.invalidConfiguration': 'إعداد التطبيق غير صالح',
}
