import type { Locale, Strings } from '../texts/i18n.js'
import { en } from './en.js'

/** The kernel's own name among the owners of texts. */
export const KERNEL = '@wallet-modal/kernel'

/** English comes with the interface, which would wait for it anyway; the others are fetched when they are spoken. */
export const catalogue: Readonly<Record<Locale, () => Promise<Strings>>> = {
  en: async () => en,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
}
