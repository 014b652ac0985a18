import { type ChangeEvent, type ReactNode, useId } from 'react'
import { classNames } from '../styles/class-names.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface AmountInputProps {
  /** Accessible name of the field. */
  readonly label: string
  readonly value: string
  onChange(value: string): void
  /** Error message. */
  readonly error?: string | undefined
  readonly readOnly?: boolean
  /** Unit or token next to the field. */
  readonly unit: ReactNode
  /** Content below the field: the first child at its start, the second at its end. */
  readonly children?: ReactNode
}

/**
 * Text of the input after a change. A typed comma becomes a dot: the decimal keypads of many languages have no dot. A pasted comma stays, because
 * it may separate thousands.
 */
function textAfter({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>): string {
  const end = input.selectionStart
  if ('data' in nativeEvent && nativeEvent.data === ',' && end !== null && input.value[end - 1] === ',')
    input.setRangeText('.', end - 1, end, 'end')
  return input.value
}

/** Input for an amount. Its large digits shrink so that long amounts stay visible. Left to right in every language. */
export function AmountInput({ label, value, onChange, error, readOnly, unit, children }: AmountInputProps): ReactNode {
  useDeferredStyles()
  const id = useId()
  return (
    <div className="wm-field wm-amount-field">
      <div className="wm-amount-line">
        <input
          className={classNames(
            'wm-amount-input',
            value.length > 8 && 'wm-amount-long',
            value.length > 15 && 'wm-amount-longer',
          )}
          dir="ltr"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={value}
          readOnly={readOnly}
          onChange={(event) => onChange(textAfter(event))}
        />
        {unit}
      </div>
      <div className="wm-amount-line">{children}</div>
      <p id={`${id}-note`} className="wm-note wm-tone-danger" aria-live="polite">
        {error}
      </p>
    </div>
  )
}
