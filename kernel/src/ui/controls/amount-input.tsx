import { type ChangeEvent, type ReactNode, useContext, useId, useState } from 'react'
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

/**
 * Meaning of a comma in the modal's language and in the first language of the browser. `ambiguous`: one of them has a decimal comma, the other one has
 * a decimal dot.
 */
function commaMeaning(locale: string | undefined): 'decimal' | 'thousands' | 'ambiguous' {
  const locales = [locale, navigator.languages[0]].filter((one) => one !== undefined)
  if (!locales.some(hasDecimalComma)) return 'thousands'
  return locales.every(hasDecimalComma) ? 'decimal' : 'ambiguous'
}

/** `1,000` is 1 or 1000; `0,125` and `1,0000` are not ambiguous. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Returns a function that computes the text of the input after a change. A typed decimal comma becomes a dot: the decimal keypads of many languages
 * have no dot. A comma that may separate thousands stays, so that the form shows an error: a pasted one, a second separator, one in a language with a
 * decimal dot, or one that precedes three digits if the language is unclear.
 */
function createCommaReplacement(): (event: ChangeEvent<HTMLInputElement>, locale: string | undefined) => string {
  /** Whether the separator was typed as a comma. */
  let isComma = false
  return ({ currentTarget: input, nativeEvent }, locale) => {
    const { value, selectionStart: end } = input
    const typed = 'data' in nativeEvent ? nativeEvent.data : null
    const meaning = commaMeaning(locale)
    const hasOneSeparator = value.replace(/[^.,]/g, '').length === 1
    if (typed === ',' && end !== null && value[end - 1] === ',' && hasOneSeparator) isComma = meaning !== 'thousands'
    else if (typed === '.' || !hasOneSeparator) isComma = false
    if (!isComma) return value
    const separator = value.search(/[.,]/)
    const mayBeThousands = meaning === 'ambiguous' && MAYBE_THOUSANDS.test(value)
    input.setRangeText(mayBeThousands ? ',' : '.', separator, separator + 1)
    return input.value
  }
}

/** Input for an amount. Its large digits shrink so that long amounts stay visible. Left to right in every language. */
export function AmountInput({ label, value, onChange, error, readOnly, unit, children }: AmountInputProps): ReactNode {
  useDeferredStyles()
  const id = useId()
  const ui = useContext(UiContext)
  const [replaceComma] = useState(createCommaReplacement)
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
          onChange={(event) => onChange(replaceComma(event, ui?.locale.peek()))}
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
