import { useMemo } from 'react'
import { useUi } from '../../react/dialog/ui-context.js'
import { useValue } from '../../react/hooks/use-value.js'
import { computed } from '../../signals.js'
import type { Translate } from '../../texts/i18n.js'
import { strings } from './strings/en.js'

/** Owner name of the texts of this entry point. A site overrides the texts in its option `strings`, under this key. */
const OWNER = '@wallet-modal/kernel/ui/transactions'

const catalogue = {
  en: async () => strings,
  ar: async () => (await import('./strings/ar.js')).strings,
  de: async () => (await import('./strings/de.js')).strings,
}

/**
 * Translate function for the texts of this entry point's components. No other entry point loads these texts. The calling component re-renders when
 * the texts are loaded and when the language changes.
 */
export function useTransactionTexts(): Translate {
  const t = useUi().messages.of(OWNER, catalogue)
  const texts = useMemo(
    () =>
      computed((): Translate => {
        t('') // subscribes to the loaded texts
        return (key, values) => t(key, values)
      }),
    [t],
  )
  return useValue(texts)
}
