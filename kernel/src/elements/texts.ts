import type { WalletModal } from '../modal/wallet-modal.js'
import { type ReadonlySignal, signal } from '../signals.js'
import { catalogue, KERNEL } from '../strings/catalogue.js'
import { strings as en } from '../strings/en.js'
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
  languages,
}: Pick<WalletModal, 'locale' | 'strings' | 'languages'>): ElementTexts {
  const overrides = overriddenStrings?.[KERNEL]
  const strings = signal<Strings>({ ...en, ...overrides })
  const dispose = locale.subscribe(async (requestedLocale) => {
    try {
      const all = languages
        ? await (await import('../texts/site-languages.js')).withLanguages(
            KERNEL,
            catalogue,
            languages,
            requestedLocale,
          )
        : catalogue
      const loaded = await all[chooseLocale(requestedLocale, all)]?.()
      if (locale.peek() === requestedLocale) strings.value = { ...en, ...loaded, ...overrides }
    } catch {
      // the language cannot be loaded, so the current texts stay
    }
  })
  return { strings, dispose }
}
