import { type ReactNode, useEffect } from 'react'
import { Button } from '../controls/button.js'
import { Icon, type IconName } from '../images/icon.js'
import { useTexts } from '../texts.js'

interface StateProps {
  readonly icon: IconName
  readonly title: string
  readonly text?: string | undefined
  readonly tone?: 'danger'
  readonly children?: ReactNode
}

function StateView({ icon, title, text, tone, children }: StateProps): ReactNode {
  return (
    <div className={tone ? 'wm-state wm-tone-danger' : 'wm-state'} role={tone ? 'alert' : undefined}>
      <span className="wm-state-icon">
        <Icon name={icon} size={24} />
      </span>
      <p className="wm-strong">{title}</p>
      {text && <p className="wm-muted">{text}</p>}
      {children}
    </div>
  )
}

export interface EmptyStateProps {
  /** What is not there. */
  readonly title: string
  /** What to do about it. */
  readonly text?: string
  /** Default: `info`. */
  readonly icon?: IconName
  /** A {@link Button}. */
  readonly children?: ReactNode
}

/** Stands where there is nothing yet. */
export function EmptyState({ icon = 'info', ...state }: EmptyStateProps): ReactNode {
  return <StateView icon={icon} {...state} />
}

export interface ErrorStateProps {
  /** What happened. */
  readonly title: string
  readonly text?: string | undefined
  /** A read, or the like: it is called by the button, and by itself once the browser is online again. */
  readonly onRetry?: () => void
  /** Further ways on. */
  readonly children?: ReactNode
}

/** Says what happened and offers another try. */
export function ErrorState({ title, text, onRetry, children }: ErrorStateProps): ReactNode {
  const t = useTexts()
  useEffect(() => {
    const retry = (): void => onRetry?.()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [onRetry])
  return (
    <StateView icon="warning" tone="danger" title={title} text={text}>
      {onRetry && (
        <Button kind="secondary" compact icon={<Icon name="retry" size={18} />} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {children}
    </StateView>
  )
}
