import { type ReactNode, useId, useRef } from 'react'
import { classNames } from '../styles/class-names.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'
import { IconButton } from './icon-button.js'

export interface InputProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
  /** Hides the label visually; screen readers still read it. */
  readonly hideLabel?: boolean
  /** Error message. */
  readonly error?: string | undefined
  /** Text below the field, unless there is an error. */
  readonly hint?: ReactNode
  readonly placeholder?: string
  readonly type?: 'text' | 'email' | 'search'
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'search'
  readonly autoComplete?: string
  /** {@link Icon} before the text. */
  readonly leading?: ReactNode
  /** Button or unit after the text. */
  readonly trailing?: ReactNode
  /** Label of a button that clears the field, displayed while the field is not empty. */
  readonly clearLabel?: string
  readonly disabled?: boolean
  /** The field keeps the focus, but its text cannot be changed, and `onEnter` is not called. Use it while the text is being sent. */
  readonly readOnly?: boolean
  /**
   * Direction of the empty field: `ltr` for names and addresses. Default: the direction of the language. Entered text determines its own direction.
   */
  readonly direction?: 'ltr'
  /** Called when the visitor presses Enter. */
  onEnter?(): void
}

export function Input(props: InputProps): ReactNode {
  useDeferredStyles()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const {
    label,
    value,
    onChange,
    hideLabel,
    error,
    hint,
    leading,
    trailing,
    clearLabel,
    onEnter,
    direction,
    type = 'text',
    ...field
  } = props
  const clear = (): void => {
    onChange('')
    input.current?.focus() // because the clear button disappears
  }
  const note = error ?? hint
  return (
    <div className="wm-field">
      <label htmlFor={id} className={classNames('wm-label', hideLabel && 'wm-hidden')}>
        {label}
      </label>
      <div className={classNames('wm-input', error && 'wm-invalid')} dir={direction}>
        {leading}
        <input
          {...field}
          ref={input}
          id={id}
          type={type}
          value={value}
          dir={value ? 'auto' : undefined}
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !field.readOnly && !event.nativeEvent.isComposing) onEnter?.()
          }}
        />
        {trailing}
        {clearLabel && value && !field.disabled && !field.readOnly && (
          <IconButton label={clearLabel} icon="close" onClick={clear} />
        )}
      </div>
      <p id={`${id}-note`} className={error ? 'wm-note wm-tone-danger' : 'wm-note'} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
