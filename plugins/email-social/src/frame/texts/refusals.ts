const de = {
  COOLDOWN: 'Versuchen Sie es in {seconds} Sekunden erneut.',
  WRONG_CODE: 'Der Code ist falsch.',
  CODE_EXPIRED: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
  CODE_LOCKED: 'Zu viele falsche Codes. Fordern Sie einen neuen an.',
  ADDRESS_LOCKED: 'Zu viele falsche Codes für diese Adresse.',
  ADDRESS_TAKEN: 'Diese E-Mail-Adresse gehört zu einer anderen Wallet.',
  ADDRESS_UNCHANGED: 'Das ist die E-Mail-Adresse der Wallet.',
  CHANGE_EXPIRED: 'Die Änderung der E-Mail ist abgelaufen. Beginnen Sie neu.',
  NO_EMAIL: 'Dieses Konto meldet sich nicht per E-Mail an.',
  NO_CODE: 'Fordern Sie zuerst einen Code an.',
  NO_KEY: 'Der Server hat keinen Schlüssel für diese Wallet. Wenden Sie sich an die Website.',
  NOT_FOUND: 'Der Server hat das Gesuchte nicht gefunden. Versuchen Sie es später erneut.',
  LOGIN_EXPIRED: 'Die Anmeldung ist abgelaufen. Beginnen Sie neu.',
  LOGIN_ENDED: 'Die Anmeldung ist beendet. Melden Sie sich erneut an.',
  LOGIN_REFUSED: 'Diese Anmeldung wurde über den Link in der E-Mail abgelehnt.',
  SITE_NOT_ALLOWED: 'Diese Website darf hier niemanden anmelden.',
  NOT_PROVEN: 'Die Antwort von Farcaster beweist nicht, dass das Konto Ihnen gehört. Versuchen Sie es erneut.',
  FARCASTER_SILENT: 'Farcaster antwortet nicht. Versuchen Sie es erneut.',
  PASSKEYS_FULL: 'Das Konto hat zehn Passkeys. Entfernen Sie einen.',
  NONCE_USED:
    'Eine andere Transaktion dieses Kontos wurde gleichzeitig gesendet. Diese wurde nicht gesendet. Versuchen Sie es erneut.',
  NODE_SILENT: 'Das Netzwerk antwortet nicht.',
  NO_DELEGATION: 'Der Vertrag hat in diesem Netzwerk keine Erlaubnis mehr, oder sie wird gerade beendet.',
  NO_SMART_ACCOUNT: 'Dieses Konto kann in diesem Netzwerk kein Smart Account sein.',
  SMART_ACCOUNT_NEEDED:
    'Mehrere Schritte auf einmal brauchen einen Smart Account. Wählen Sie ihn in den Einstellungen des Kontos.',
  SIGNATURE_LIMIT: 'Zu viele Signaturen. Versuchen Sie es in {seconds} Sekunden erneut.',
  KEY_LIMIT: 'Zu viele neue Schlüssel für Solana. Versuchen Sie es in {seconds} Sekunden erneut.',
  SOLANA_ACCOUNT_UNKNOWN:
    'Der Server kennt das Solana-Konto nicht, das Sie in diesem Browser verwendet haben. Es wurde kein anderes Konto angelegt. Wenden Sie sich an die Website.',
  WALLET_UNKNOWN:
    'Der Server kennt die Wallet nicht, die Sie in diesem Browser mit dieser Anmeldung verwendet haben. Es wurde keine andere Wallet angelegt. Wenn Sie die E-Mail-Adresse geändert haben, melden Sie sich mit der neuen an. Wenden Sie sich sonst an die Website.',
  OTHER_KEY_STORED:
    'Ihre Wallet wurde in einem anderen Tab oder auf einem anderen Gerät angelegt. Der Code, den Sie gerade gespeichert haben, ist ungültig: Löschen Sie ihn, und verwenden Sie den anderen.',
  REFUSED: 'Der Server hat die Anfrage abgelehnt. Versuchen Sie es später erneut.',
  FAULT: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
}
type Refusals = typeof de

const ar: Refusals = {
  COOLDOWN: 'حاول مرة أخرى بعد {seconds} ثانية.',
  WRONG_CODE: 'الرمز غير صحيح.',
  CODE_EXPIRED: 'انتهت صلاحية الرمز. اطلب رمزًا جديدًا.',
  CODE_LOCKED: 'عدد كبير من الرموز الخاطئة. اطلب رمزًا جديدًا.',
  ADDRESS_LOCKED: 'عدد كبير من الرموز الخاطئة لهذا العنوان.',
  ADDRESS_TAKEN: 'عنوان البريد هذا يخص محفظة أخرى.',
  ADDRESS_UNCHANGED: 'هذا هو عنوان بريد المحفظة.',
  CHANGE_EXPIRED: 'انتهت مهلة تغيير البريد. ابدأ من جديد.',
  NO_EMAIL: 'لا يسجّل هذا الحساب الدخول بالبريد الإلكتروني.',
  NO_CODE: 'اطلب رمزًا أولًا.',
  NO_KEY: 'ليس لدى الخادم مفتاح لهذه المحفظة. تواصل مع الموقع.',
  NOT_FOUND: 'لم يجد الخادم المطلوب. حاول مرة أخرى لاحقًا.',
  LOGIN_EXPIRED: 'انتهت مهلة تسجيل الدخول. ابدأ من جديد.',
  LOGIN_ENDED: 'انتهى تسجيل الدخول. سجّل الدخول مرة أخرى.',
  LOGIN_REFUSED: 'رُفض تسجيل الدخول هذا عبر الرابط في رسالة البريد.',
  SITE_NOT_ALLOWED: 'لا يُسمح لهذا الموقع بتسجيل دخول الزوار هنا.',
  NOT_PROVEN: 'لا يثبت رد Farcaster أن الحساب لك. حاول مرة أخرى.',
  FARCASTER_SILENT: 'لا يستجيب Farcaster. حاول مرة أخرى.',
  PASSKEYS_FULL: 'لدى الحساب عشرة مفاتيح مرور. أزل واحدًا.',
  NONCE_USED: 'أُرسلت معاملة أخرى من هذا الحساب في الوقت نفسه. لم تُرسل هذه المعاملة. حاول مرة أخرى.',
  NODE_SILENT: 'لا تستجيب الشبكة.',
  NO_DELEGATION: 'لم يعد للعقد إذن على هذه الشبكة، أو يجري إنهاء الإذن الآن.',
  NO_SMART_ACCOUNT: 'لا يمكن أن يكون هذا الحساب حسابًا ذكيًا على هذه الشبكة.',
  SMART_ACCOUNT_NEEDED: 'تحتاج عدة خطوات معًا إلى حساب ذكي. اختره في إعدادات الحساب.',
  SIGNATURE_LIMIT: 'عدد كبير من التوقيعات. حاول مرة أخرى بعد {seconds} ثانية.',
  KEY_LIMIT: 'عدد كبير من المفاتيح الجديدة على Solana. حاول مرة أخرى بعد {seconds} ثانية.',
  SOLANA_ACCOUNT_UNKNOWN: 'لا يعرف الخادم حساب Solana الذي استخدمته في هذا المتصفح. لم يُنشأ حساب آخر. تواصل مع الموقع.',
  WALLET_UNKNOWN:
    'لا يعرف الخادم المحفظة التي استخدمتها في هذا المتصفح مع تسجيل الدخول هذا. لم تُنشأ محفظة أخرى. إذا غيّرت عنوان البريد الإلكتروني فسجّل الدخول بالعنوان الجديد، وإلا فتواصل مع الموقع.',
  OTHER_KEY_STORED:
    'أُنشئت محفظتك في علامة تبويب أخرى أو على جهاز آخر. الرمز الذي حفظته للتو غير صالح: احذفه واستخدم الرمز الآخر.',
  REFUSED: 'رفض الخادم الطلب. حاول مرة أخرى لاحقًا.',
  FAULT: 'حدث خطأ ما. حاول مرة أخرى.',
}

const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = { de, ar }

/** Translation of the gateway's message for a reason; `undefined` in English and for unknown reasons. The caller then uses the gateway's message. */
export function translatedRefusal(reason: string, seconds = 0): string | undefined {
  const { lang } = document.documentElement
  const texts = languages[lang] ?? {}
  const count = new Intl.NumberFormat(lang).format(seconds)
  return Object.hasOwn(texts, reason) ? texts[reason]?.replace('{seconds}', count) : undefined
}
