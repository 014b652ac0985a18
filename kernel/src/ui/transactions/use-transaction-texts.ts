import { useUi } from '../../react/dialog/ui-context.js'
import { useTracked } from '../../react/hooks/use-value.js'
import type { Translate } from '../../texts/i18n.js'
import { strings } from './strings/en.js'

/** Owner of these texts; the key under which a site overrides them in `strings`. */
const OWNER = '@wallet-modal/kernel/ui/transactions'

const catalogue = {
  en: async () => strings,
  ar: async () => (await import('./strings/ar.js')).strings,
  de: async () => (await import('./strings/de.js')).strings,
}

/** Texts of this entry's components, separate from the kernel's, which every page loads. Re-renders when the language changes. */
export function useTransactionTexts(): Translate {
  const t = useUi().messages.of(OWNER, catalogue)
  useTracked(() => t('amount'))
  return t
}
