import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../images/icon.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'
import { useTexts } from '../texts.js'

const FEEDBACK_MS = 2000

export interface CopyButtonProps {
  /** Text for the clipboard. */
  readonly value: string
  /** Describes what is copied, such as "Copy address". */
  readonly label: string
  /** Displays the label beside the icon. */
  readonly showLabel?: boolean
}

/** Copies a text and reports the result, visibly and to screen readers. */
export function CopyButton({ value, label, showLabel = false }: CopyButtonProps): ReactNode {
  useDeferredStyles()
  const t = useTexts()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      setOutcome('copyFailed') // the failure is displayed; nothing else can be done without clipboard access
    }
  }
  const icon = outcome ? (outcome === 'copied' ? 'check' : 'warning') : 'copy'
  return (
    <span className="wm-copy">
      <button
        type="button"
        className={showLabel ? 'wm-button wm-quiet wm-compact' : 'wm-icon-button wm-small'}
        aria-label={showLabel ? undefined : label}
        title={showLabel ? undefined : label}
        onClick={() => void copy()}
      >
        <Icon name={icon} size={18} />
        {showLabel && <span>{outcome ? t(outcome) : label}</span>}
      </button>
      <span role="status" className="wm-hidden">
        {outcome && t(outcome)}
      </span>
    </span>
  )
}
