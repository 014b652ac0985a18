export default {
  '@wallet-modal/kernel': { connect: 'חיבור ארנק', close: 'סגירה' },
  '@wallet-modal/connect': { 'connect.title': 'חיבור ארנק', 'connect.empty.title': 'לא נמצא ארנק' },
}
