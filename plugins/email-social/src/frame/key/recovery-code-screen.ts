import { windowText } from '../approval/window-strings.js'
import { button, el } from '../element.js'
import { type CurrentScreen, rejected } from '../settings/flow.js'
import { showGuarded } from '../settings/guarded-screen.js'
import { settingsText } from '../settings/settings-strings.js'
import { t } from '../strings.js'

/**
 * Displays the recovery code. Resolves when the visitor confirms that the code is saved. Rejects with 4001 when `current.refuse` is called. The
 * buttons and the checkbox work while the screen is completely visible. `isWindow`: the screen is in a separate window, which must also have had the
 * focus for a second.
 */
export function displayRecoveryCode(code: string, current: CurrentScreen, { isWindow = false } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const box = el('code', { className: 'recovery', dir: 'ltr' }, code)
    const copy = button(t('save.copy'), 'secondary', () => {
      navigator.clipboard.writeText(code).then(
        () => copy.replaceChildren(t('save.copied')),
        () => getSelection()?.selectAllChildren(box), // without clipboard permission, the visitor can copy the selected code
      )
    })
    const checkbox = el('input')
    checkbox.type = 'checkbox'
    const end = (): void => {
      stopWatching()
      current.refuse = undefined
    }
    const next = button(t('continue'), 'primary', () => {
      if (!checkbox.checked) return
      end()
      resolve()
    })
    checkbox.addEventListener('change', () => {
      next.disabled = !checkbox.checked
    })
    const onChange = (isVisible: boolean): void => {
      checkbox.disabled = !isVisible
      next.disabled = !isVisible || !checkbox.checked
    }
    const hint = el('p', { className: 'hint' }, isWindow ? windowText('code.settling') : settingsText('hidden'))
    const stopWatching = showGuarded(
      [
        el('section', {}, el('h1', {}, t('save.title')), el('p', {}, t('save.text')), box, copy),
        el('footer', {}, hint, el('label', {}, checkbox, t('save.kept')), next),
      ],
      { buttons: [copy], hint, onChange, isWindow },
    )
    current.refuse = () => {
      end()
      reject(rejected())
    }
  })
}
