import { memo, type ReactNode, useDeferredValue } from 'react'
import { useTracked } from '../react/hooks/use-value.js'
import type { Translate } from '../texts/i18n.js'

export interface ResultCountProps {
  readonly t: Translate
  /** Key of the text, which contains `{count}`. */
  readonly text: string
  readonly count: number
}

/** Number of results, for a {@link SearchField}'s hint. Announced once the visible rows are rendered. */
export function ResultCount({ count, ...props }: ResultCountProps): ReactNode {
  return <Counted {...props} count={useDeferredValue(count)} />
}

const Counted = memo(function Counted({ t, text, count }: ResultCountProps): ReactNode {
  return useTracked(() => t(text, { count }))
})
