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
  /** Says what is missing. */
  readonly title: string
  /** Says what the visitor can do. */
  readonly text?: string
  /** Default: `info`. */
  readonly icon?: IconName
  /** A {@link Button}. */
  readonly children?: ReactNode
}

/** Message for an empty view or list. */
export function EmptyState({ icon = 'info', ...state }: EmptyStateProps): ReactNode {
  return <StateView icon={icon} {...state} />
}

export interface ErrorStateProps {
  /** Says what failed. */
  readonly title: string
  readonly text?: string | undefined
  /** Called by the Retry button, and when the browser is online again. Only for actions that can be repeated, such as reads. */
  readonly onRetry?: () => void
  /** Additional actions. */
  readonly children?: ReactNode
}

/** Error message with a Retry button. */
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
