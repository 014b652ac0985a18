import { computed, type ViewContext } from '@wallet-modal/kernel'
import { useValue } from '@wallet-modal/kernel/ui'
import { useMemo } from 'react'

/** Draws a part that is kept as it is while its props are the same: anew when the texts change language. */
export function useLanguage({ t }: Pick<ViewContext, 't'>): void {
  useValue(useMemo(() => computed(() => t('tokens.list')), [t]))
}
