import { memo, type ReactNode, useDeferredValue } from 'react'
import { useTracked } from '../react/hooks/use-value.js'
import type { Translate } from '../texts/i18n.js'

export interface FoundCountProps {
  readonly t: Translate
  /** A text with `{count}`. */
  readonly text: string
  readonly count: number
}

/** How much was found, for a {@link Finder}'s hint: it is said once the rows in sight are there. */
export function FoundCount({ count, ...rest }: FoundCountProps): ReactNode {
  return <Counted {...rest} count={useDeferredValue(count)} />
}

const Counted = memo(function Counted({ t, text, count }: FoundCountProps): ReactNode {
  return useTracked(() => t(text, { count }))
})
