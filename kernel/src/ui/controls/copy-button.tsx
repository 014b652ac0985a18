import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../images/icon.js'
import { useMoreStyles } from '../styles/styles-more.js'
import { useTexts } from '../texts.js'

const FEEDBACK_MS = 2000

export interface CopyButtonProps {
  /** What goes to the clipboard. */
  readonly value: string
  /** Says what is copied, such as "Copy address". */
  readonly label: string
  /** Shows the label beside the picture. */
  readonly showLabel?: boolean
}

/** Copies a text and says, to eye and ear, whether that worked. */
export function CopyButton({ value, label, showLabel = false }: CopyButtonProps): ReactNode {
  useMoreStyles()
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
      setOutcome('copyFailed') // the visitor is told; there is nothing else to do about a closed clipboard
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
