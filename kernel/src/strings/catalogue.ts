import type { Locale, Strings } from '../texts/i18n.js'
import { en } from './en.js'

/** Name of the kernel as owner of texts. */
export const KERNEL = '@wallet-modal/kernel'

/** English is loaded with the interface, which needs it; other languages on demand. */
export const catalogue: Readonly<Record<Locale, () => Promise<Strings>>> = {
  en: async () => en,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
}
