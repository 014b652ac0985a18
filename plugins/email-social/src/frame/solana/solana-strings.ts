const en = {
  'title.assign': 'Hand an account over to a program',
  'warning.assign': 'The program then owns the account and decides what happens to it, for good.',
  'title.owner': 'Hand a token account over',
  'warning.owner': 'The new owner gets all tokens in this account, for good.',
  'title.closer': 'Let an account close a token account',
  'warning.closer': 'That account can then close the token account and take the SOL in it, wrapped SOL included.',
  'title.close': 'Close a token account',
  'warning.close': 'The SOL in it goes to another account than yours.',
  'warning.imitation': 'This token calls itself {symbol}, but it is not the known token of that name.',
  'warning.nonce': 'This transaction does not expire. Whoever has it can send it at any time.',
  'warning.block':
    '{network} does not know the block that this transaction refers to. It may be valid on another network, or at another time.',
  'warning.fee': 'The network fee is unusually high.',
  'warning.bytes': 'This wallet cannot read this message. Approve it only if you trust the site.',
}
type Words = typeof en

const de: Words = {
  'title.assign': 'Konto an ein Programm übergeben',
  'warning.assign': 'Das Konto gehört dann dem Programm, das endgültig darüber bestimmt.',
  'title.owner': 'Token-Konto übergeben',
  'warning.owner': 'Der neue Eigentümer bekommt endgültig alle Token in diesem Konto.',
  'title.closer': 'Einem Konto das Schließen eines Token-Kontos erlauben',
  'warning.closer': 'Dieses Konto kann das Token-Konto dann schließen und das SOL darin nehmen, auch Wrapped SOL.',
  'title.close': 'Token-Konto schließen',
  'warning.close': 'Das SOL darin geht an ein anderes Konto als Ihres.',
  'warning.imitation': 'Dieses Token nennt sich {symbol}, ist aber nicht das bekannte Token dieses Namens.',
  'warning.nonce': 'Diese Transaktion läuft nicht ab. Wer sie hat, kann sie jederzeit senden.',
  'warning.block':
    '{network} kennt den Block nicht, auf den sich diese Transaktion bezieht. Sie gilt vielleicht in einem anderen Netzwerk oder zu einer anderen Zeit.',
  'warning.fee': 'Die Netzwerkgebühr ist ungewöhnlich hoch.',
  'warning.bytes':
    'Diese Wallet kann diese Nachricht nicht lesen. Genehmigen Sie sie nur, wenn Sie der Website vertrauen.',
}

const ar: Words = {
  'title.assign': 'تسليم حساب إلى برنامج',
  'warning.assign': 'يصبح الحساب ملكًا للبرنامج، ويقرر البرنامج ما يحدث له نهائيًا.',
  'title.owner': 'تسليم حساب رمز',
  'warning.owner': 'يحصل المالك الجديد على كل الرموز في هذا الحساب نهائيًا.',
  'title.closer': 'السماح لحساب بإغلاق حساب رمز',
  'warning.closer': 'يستطيع ذلك الحساب بعدها إغلاق حساب الرمز وأخذ ما فيه من SOL، بما فيه Wrapped SOL.',
  'title.close': 'إغلاق حساب رمز',
  'warning.close': 'يذهب ما فيه من SOL إلى حساب غير حسابك.',
  'warning.imitation': 'يسمّي هذا الرمز نفسه {symbol}، لكنه ليس الرمز المعروف بهذا الاسم.',
  'warning.nonce': 'لا تنتهي صلاحية هذه المعاملة. من يملكها يستطيع إرسالها في أي وقت.',
  'warning.block':
    'لا تعرف شبكة {network} الكتلة التي تشير إليها هذه المعاملة. قد تكون صالحة على شبكة أخرى أو في وقت آخر.',
  'warning.fee': 'رسوم الشبكة مرتفعة على غير المعتاد.',
  'warning.bytes': 'لا تستطيع هذه المحفظة قراءة هذه الرسالة. وافق فقط إذا كنت تثق بالموقع.',
}

const languages: Readonly<Record<string, Words>> = { en, de, ar }

/** Text about Solana in the document's language. */
export const solanaText = (key: keyof Words, values: Readonly<Record<string, string>> = {}): string =>
  (languages[document.documentElement.lang] ?? en)[key].replace(
    /\{(\w+)\}/g,
    (all, name: string) => values[name] ?? all,
  )
