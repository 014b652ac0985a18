import type { Locale, Strings } from '../texts/i18n.js'
import { en } from './en.js'

/** Owner name of the kernel's texts. */
export const KERNEL = '@wallet-modal/kernel'

/** Texts of the kernel by language. English is loaded with the modal, other languages on demand. */
export const catalogue: Readonly<Record<Locale, () => Promise<Strings>>> = {
  en: async () => en,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
}
