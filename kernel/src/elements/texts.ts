import type { WalletModal } from '../modal/modal.js'
import { type ReadonlySignal, signal } from '../signals.js'
import { catalogue, KERNEL } from '../strings/catalogue.js'
import { en } from '../strings/en.js'
import { chooseLocale, type Strings } from '../texts/i18n.js'

export interface ElementTexts {
  /** English until another language has arrived. */
  readonly strings: ReadonlySignal<Strings>
  dispose(): void
}

/** The texts of the elements, which are on the page before anything of the modal is loaded. */
export function createTexts({ locale, strings: replaced }: Pick<WalletModal, 'locale' | 'strings'>): ElementTexts {
  const own = replaced?.[KERNEL]
  const strings = signal<Strings>({ ...en, ...own })
  const dispose = locale.subscribe((wanted) => {
    const chosen = chooseLocale([wanted], Object.keys(catalogue))
    catalogue[chosen]?.().then(
      (loaded) => {
        if (locale.peek() === wanted) strings.value = { ...en, ...loaded, ...own }
      },
      () => {}, // English stays where a language cannot be fetched
    )
  })
  return { strings, dispose }
}
