import type { WalletModal } from '../modal/wallet-modal.js'
import { type ReadonlySignal, signal } from '../signals.js'
import { catalogue, KERNEL } from '../strings/catalogue.js'
import { en } from '../strings/en.js'
import { chooseLocale, type Strings } from '../texts/i18n.js'

export interface ElementTexts {
  /** English until another language is loaded. */
  readonly strings: ReadonlySignal<Strings>
  dispose(): void
}

/** Texts of the elements, which are displayed before any of the modal is loaded. */
export function createTexts({ locale, strings: replaced }: Pick<WalletModal, 'locale' | 'strings'>): ElementTexts {
  const own = replaced?.[KERNEL]
  const strings = signal<Strings>({ ...en, ...own })
  const dispose = locale.subscribe((requestedLocale) => {
    const chosen = chooseLocale([requestedLocale], Object.keys(catalogue))
    catalogue[chosen]?.().then(
      (loaded) => {
        if (locale.peek() === requestedLocale) strings.value = { ...en, ...loaded, ...own }
      },
      () => {}, // stays English if a language cannot be loaded
    )
  })
  return { strings, dispose }
}
