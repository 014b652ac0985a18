import { type ChangeEvent, type ReactNode, useContext, useId } from 'react'
import { UiContext } from '../../react/dialog/ui-context.js'
import { classNames } from '../styles/class-names.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'

interface AmountInputProps {
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

function hasDecimalComma(locale: string | undefined): boolean {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    return parts.some(({ type, value }) => type === 'decimal' && value === ',')
  } catch {
    return false // not a language tag
  }
}

/** Whether a decimal comma is usual in the modal's language or in the browser. `undefined`: the default language and region of the browser. */
const usesDecimalComma = (locale: string | undefined): boolean =>
  [locale, undefined, ...navigator.languages].some(hasDecimalComma)

/**
 * Text of the input after a change. A typed decimal comma becomes a dot: the decimal keypads of many languages have no dot. A comma that may separate
 * thousands stays, so that the form shows an error: a pasted one, a second separator, or one in a language with a decimal dot.
 */
function textAfter(
  { currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>,
  locale: string | undefined,
): string {
  const { value, selectionStart: end } = input
  const isTyped = 'data' in nativeEvent && nativeEvent.data === ',' && end !== null && value[end - 1] === ','
  if (isTyped && value.replace(/[^.,]/g, '').length === 1 && usesDecimalComma(locale))
    input.setRangeText('.', end - 1, end, 'end')
  return input.value
}

/** Input for an amount. Its large digits shrink so that long amounts stay visible. Left to right in every language. */
export function AmountInput({ label, value, onChange, error, readOnly, unit, children }: AmountInputProps): ReactNode {
  useDeferredStyles()
  const id = useId()
  const ui = useContext(UiContext)
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
          onChange={(event) => onChange(textAfter(event, ui?.locale.peek()))}
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
