import { textsOf } from '../strings.js'

const en = {
  closed:
    'Your wallet shows the whole request in a window of its own, which no site can change. You approve or reject it there.',
  opened: 'Continue in the window that has opened. Closing it rejects the request.',
  blocked: 'The browser blocked the window. Allow windows for this site, and try again.',
  open: 'Review in a window',
  again: 'Open the window again',
  'code.closed': 'Your wallet shows your recovery code in a window of its own, which no site can change.',
  'code.opened': 'Save your recovery code in the window that has opened.',
  'code.open': 'Show the code in a window',
  title: 'Your wallet',
  settling: 'You can approve a moment after this window comes to the front.',
  'code.settling': 'The buttons work a moment after this window is in front and completely visible.',
  idle: 'No request of your wallet is waiting here. You can close this window.',
}

const de: typeof en = {
  closed:
    'Ihre Wallet zeigt die ganze Anfrage in einem eigenen Fenster, das keine Website verändern kann. Dort genehmigen Sie sie oder lehnen sie ab.',
  opened: 'Weiter geht es im geöffneten Fenster. Wenn Sie es schließen, wird die Anfrage abgelehnt.',
  blocked: 'Der Browser hat das Fenster blockiert. Erlauben Sie Fenster für diese Website und versuchen Sie es erneut.',
  open: 'In einem Fenster prüfen',
  again: 'Fenster noch einmal öffnen',
  'code.closed':
    'Ihre Wallet zeigt Ihren Wiederherstellungscode in einem eigenen Fenster, das keine Website verändern kann.',
  'code.opened': 'Sichern Sie Ihren Wiederherstellungscode im geöffneten Fenster.',
  'code.open': 'Code in einem Fenster zeigen',
  title: 'Ihre Wallet',
  settling: 'Genehmigen geht einen Moment, nachdem dieses Fenster nach vorn gekommen ist.',
  'code.settling': 'Die Schaltflächen funktionieren einen Moment, nachdem dieses Fenster vorn und ganz sichtbar ist.',
  idle: 'Hier wartet keine Anfrage Ihrer Wallet. Sie können dieses Fenster schließen.',
}

const ar: typeof en = {
  closed: 'تعرض محفظتك الطلب كاملًا في نافذة خاصة بها لا يستطيع أي موقع تغييرها. هناك توافق عليه أو ترفضه.',
  opened: 'تابع في النافذة التي فُتحت. إغلاقها يرفض الطلب.',
  blocked: 'حظر المتصفح النافذة. اسمح بالنوافذ لهذا الموقع وحاول مرة أخرى.',
  open: 'المراجعة في نافذة',
  again: 'فتح النافذة مرة أخرى',
  'code.closed': 'تعرض محفظتك رمز الاسترداد في نافذة خاصة بها لا يستطيع أي موقع تغييرها.',
  'code.opened': 'احفظ رمز الاسترداد في النافذة التي فُتحت.',
  'code.open': 'إظهار الرمز في نافذة',
  title: 'محفظتك',
  settling: 'تتاح الموافقة بعد لحظة من ظهور هذه النافذة في المقدمة.',
  'code.settling': 'تعمل الأزرار بعد لحظة من ظهور هذه النافذة كاملة في المقدمة.',
  idle: 'لا يوجد هنا طلب من محفظتك ينتظر. يمكنك إغلاق هذه النافذة.',
}

/** Texts of the separate window for approvals and the recovery code, and of the screens in the frame that open this window. */
export const windowText = textsOf({ en, de, ar })
