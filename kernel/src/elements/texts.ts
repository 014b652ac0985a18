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

/** Creates the texts of the custom elements. The elements are displayed before the code for the modal's own texts is loaded. */
export function createTexts({
  locale,
  strings: overriddenStrings,
}: Pick<WalletModal, 'locale' | 'strings'>): ElementTexts {
  const overrides = overriddenStrings?.[KERNEL]
  const strings = signal<Strings>({ ...en, ...overrides })
  const dispose = locale.subscribe((requestedLocale) => {
    const language = chooseLocale([requestedLocale], Object.keys(catalogue))
    catalogue[language]?.().then(
      (loaded) => {
        if (locale.peek() === requestedLocale) strings.value = { ...en, ...loaded, ...overrides }
      },
      () => {}, // keeps the current texts if a language cannot be loaded
    )
  })
  return { strings, dispose }
}
