import { textsOf } from '../strings.js'

const text = textsOf({
  en: { reload: 'A part of the wallet could not be loaded. Reload the page.' },
  de: { reload: 'Ein Teil der Wallet konnte nicht geladen werden. Laden Sie die Seite neu.' },
  ar: { reload: 'تعذّر تحميل جزء من المحفظة. أعد تحميل الصفحة.' },
})

/**
 * Text for an error of `import()`; `undefined` for other errors. The file is missing if the gateway was updated after the page was loaded. Browsers
 * report this as a `TypeError` without a code.
 */
export const importFailureText = (error: unknown): string | undefined =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
    ? text('reload')
    : undefined
