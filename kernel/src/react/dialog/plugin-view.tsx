import { type ReactNode, useLayoutEffect } from 'react'
import { directionOf } from '../../texts/direction-of.js'
import { Button } from '../../ui/controls/button.js'
import { Skeleton } from '../../ui/states/skeleton.js'
import { ErrorState } from '../../ui/states/states.js'
import { useTexts } from '../../ui/texts.js'
import { useTracked, useValue } from '../hooks/use-value.js'
import { Boundary } from './boundary.js'
import { markView } from './handler-errors.js'
import type { ViewEntry } from './view-entry.js'

interface PluginViewProps {
  readonly className: string
  readonly entry: ViewEntry
  readonly params?: unknown
  resolve(result?: unknown): void
  /** Leaves a failed view. Absent for a nested view. */
  readonly onBack?: () => void
  /** Called when the view's content has been rendered. */
  readonly onReady?: () => void
}

/**
 * Renders a view inside an error boundary, with the language and direction of its texts. Displays a skeleton while loading, and the buttons Retry and
 * Back after a failure.
 */
export function PluginView({ className, entry, ...content }: PluginViewProps): ReactNode {
  const language = useTracked(entry.language)
  return (
    <div
      ref={(element) => markView(element, entry)}
      className={className}
      lang={language}
      dir={language && directionOf(language)}
    >
      <Content entry={entry} {...content} />
    </div>
  )
}

function Content({ entry, params, resolve, onBack, onReady }: Omit<PluginViewProps, 'className'>): ReactNode {
  const state = useValue(entry.state)
  const isReady = state.status === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view becomes ready, not when the listener changes
  useLayoutEffect(() => {
    if (isReady) onReady?.()
  }, [isReady])

  if (state.status === 'loading') return <Skeleton rows={onBack ? 4 : 1} />
  const failure = <Failure hasCode={state.status !== 'notLoaded'} onRetry={entry.retry} onBack={onBack} />
  if (state.status !== 'ready') return failure
  return (
    <Boundary key={state.attempt} onError={entry.failed} fallback={failure}>
      {state.draw(params, resolve)}
    </Boundary>
  )
}

interface FailureProps {
  /** False if the view could not be downloaded. */
  readonly hasCode: boolean
  readonly onRetry: () => void
  readonly onBack: (() => void) | undefined
}

function Failure({ hasCode, onRetry, onBack }: FailureProps): ReactNode {
  const t = useTexts()
  const text = hasCode ? 'viewCrashed' : 'viewFailed'
  return (
    <ErrorState title={t(text)} text={onBack && t(`${text}Text`)} onRetry={onRetry}>
      {onBack && (
        <Button kind="quiet" compact onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </ErrorState>
  )
}
