import type { Catalogue } from '../texts/i18n.js'
import { strings } from './en.js'

/** Owner name of the kernel's texts. */
export const KERNEL = '@wallet-modal/kernel'

/** Texts of the kernel by language. English is loaded with the modal, other languages on demand. */
export const catalogue: Catalogue = {
  en: async () => strings,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
}
