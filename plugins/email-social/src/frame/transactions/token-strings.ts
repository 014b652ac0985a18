import { textsOf } from '../strings.js'

const en = { 'title.revocation': 'Remove the permission to spend {token}' }
const de: typeof en = { 'title.revocation': 'Erlaubnis zur Ausgabe von {token} zurückziehen' }
const ar: typeof en = { 'title.revocation': 'سحب الإذن بإنفاق \u2068{token}\u2069' }

/** Text about tokens in the document's language. */
export const tokenText = textsOf({ en, de, ar })
