import { textsOf } from '../strings.js'

const en = {
  'title.approval': 'Allow the transfer of NFT #{id}',
  'title.revocation': 'Remove the permission to transfer NFT #{id}',
  'warning.approval': 'The spender can take this NFT of the collection below at any time, without asking again.',
}
type Words = typeof en

const de: Words = {
  'title.approval': 'Übertragung des NFT #{id} erlauben',
  'title.revocation': 'Erlaubnis zur Übertragung des NFT #{id} zurückziehen',
  'warning.approval':
    'Der Berechtigte kann dieses NFT der unten genannten Sammlung jederzeit nehmen, ohne noch einmal zu fragen.',
}

const ar: Words = {
  'title.approval': 'السماح بنقل NFT رقم {id}',
  'title.revocation': 'سحب الإذن بنقل NFT رقم {id}',
  'warning.approval':
    'تستطيع الجهة المصرَّح لها أخذ هذا الـ NFT من المجموعة المذكورة أدناه في أي وقت دون سؤالك مرة أخرى.',
}

/** Text about NFTs in the document's language. */
export const nftText = textsOf({ en, de, ar })
