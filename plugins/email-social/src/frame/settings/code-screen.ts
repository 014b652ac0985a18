import { toAsciiDigits } from '../../ascii-digits.js'
import { button, el } from '../element.js'
import { FrameError } from '../gateway.js'
import { importFailureText } from '../texts/import-failure.js'
import type { FlowScreen } from './flow.js'
import { createRequestGuard } from './guarded-screen.js'
import { settingsText } from './settings-strings.js'

/** Whether the gateway has ended the login. */
export const isEnded = (error: unknown): boolean => error instanceof FrameError && error.code === 'UNAUTHORIZED'

export const refusalText = (error: unknown): string =>
  error instanceof FrameError ? error.message : (importFailureText(error) ?? settingsText('failed'))

interface CodeScreenOptions<T> {
  readonly title: string
  /** Email address to which the code was sent. */
  readonly email: string
  /** Submits the code. The screen displays an error of this function, and the visitor can enter another code. */
  send(code: string): Promise<T>
}

/** Displays a field for a six-digit code. Resolves with the result of `send`; `undefined` if the visitor cancels. Rejects if the login has ended. */
export function askForCode<T>(
  screen: FlowScreen,
  { title, email, send }: CodeScreenOptions<T>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const field = el('input', { dir: 'ltr' })
    Object.assign(field, { inputMode: 'numeric', autocomplete: 'one-time-code', maxLength: 6 })
    const error = el('p', { className: 'error' })
    error.setAttribute('role', 'status')
    const guard = createRequestGuard(() => next)
    const submit = async (): Promise<void> => {
      if (next.disabled) return
      const code = toAsciiDigits(field.value.trim())
      if (!/^\d{6}$/.test(code)) return error.replaceChildren(settingsText('export.notACode'))
      guard.setRunning(true)
      error.replaceChildren()
      try {
        resolve(await send(code))
      } catch (failure) {
        if (isEnded(failure)) reject(failure)
        error.replaceChildren(refusalText(failure))
        guard.setRunning(false)
        field.select()
      }
    }
    const next = button(settingsText('continue'), 'primary', () => void submit())
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.isTrusted) void submit()
    })
    const hint = el('p', { className: 'hint' }, settingsText('hidden'))
    screen.draw(
      [
        el(
          'section',
          {},
          el('h1', {}, title),
          el('p', {}, settingsText('export.sent'), ' ', el('bdi', {}, email)),
          el('label', { className: 'field' }, settingsText('export.code'), field),
          error,
        ),
        el(
          'footer',
          {},
          hint,
          el(
            'div',
            { className: 'row' },
            button(settingsText('cancel'), 'secondary', () => resolve(undefined)),
            next,
          ),
        ),
      ],
      { buttons: [next], hint, onChange: guard.onChange },
    )
    field.focus()
  })
}
