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
  /** Displayed if there is no error. */
  readonly hint?: string | undefined
  readonly readOnly?: boolean
  /** Unit or token next to the field. */
  readonly unit: ReactNode
  /** Content below the field: the first child at its start, the second at its end. */
  readonly children?: ReactNode
}

function hasDecimalComma(locale: string): boolean {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    return parts.some(({ type, value }) => type === 'decimal' && value === ',')
  } catch {
    return false // not a language tag
  }
}

/** Whether the modal's language or the first language of the browser has a decimal comma. */
const visitorUsesDecimalComma = (locale: string | undefined): boolean =>
  [locale, navigator.languages[0]].some((one) => one !== undefined && hasDecimalComma(one))

/**
 * Whether a visitor may mean ten thousand with `10.000`, because languages with a decimal comma separate thousands with a dot. The modal reads 10.
 */
export const mayMeanThousands = (text: string, locale: string | undefined): boolean =>
  /^[1-9]\d{0,2}\.\d{3}$/.test(text) && visitorUsesDecimalComma(locale)

/**
 * Text of the input after a change. A comma that was just typed becomes a dot if {@link visitorUsesDecimalComma}, because the decimal keypads of
 * these languages have no dot. Any other comma may separate thousands: it stays in the text, and the form shows an error.
 */
function withDecimalDot(
  { currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>,
  locale: string | undefined,
): string {
  const { value, selectionStart: end } = input
  const isTypedComma = 'data' in nativeEvent && nativeEvent.data === ',' && end !== null && value[end - 1] === ','
  const hasOneSeparator = value.replace(/[^.,]/g, '').length === 1
  if (!isTypedComma || !hasOneSeparator || !visitorUsesDecimalComma(locale)) return value
  input.setRangeText('.', end - 1, end, 'end') // the caret stays after the dot
  return input.value
}

/** Input for an amount. Its large digits shrink so that long amounts stay visible. Left to right in every language. */
export function AmountInput(props: AmountInputProps): ReactNode {
  const { label, value, onChange, error, hint, readOnly, unit, children } = props
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
          aria-describedby={(error ?? hint) ? `${id}-note` : undefined}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={value}
          readOnly={readOnly}
          onChange={(event) => onChange(withDecimalDot(event, ui?.locale.peek()))}
        />
        {unit}
      </div>
      <div className="wm-amount-line">{children}</div>
      <p id={`${id}-note`} className={`wm-note wm-tone-${error ? 'danger' : 'warning'}`} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  )
}
