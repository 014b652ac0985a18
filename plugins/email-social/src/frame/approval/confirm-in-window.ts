import { button, clear, el, show } from '../element.js'
import { type CurrentScreen, rejected } from '../settings/flow.js'
import { settingsText } from '../settings/settings-strings.js'
import { t } from '../strings.js'
import { type ApprovalWindow, openWindow } from './open-window.js'
import type { WindowScreen } from './window-messages.js'
import { windowText } from './window-strings.js'

/** For each kind of screen: keys of the frame's texts, and whether closing the window rejects the request. */
const kinds = {
  approval: { closed: 'closed', opened: 'opened', open: 'open', closingRejects: true },
  recoveryCode: { closed: 'code.closed', opened: 'code.opened', open: 'code.open', closingRejects: false },
} as const

/**
 * Displays a screen in a separate window of the frame's origin. The visitor opens the window with a button in the frame. Resolves when the visitor
 * confirms in the window. Rejects with 4001 when the visitor rejects, when the visitor closes the window of an approval, or when `current.refuse` is
 * called.
 */
export function confirmInWindow(title: string, screen: WindowScreen, current: CurrentScreen): Promise<void> {
  const kind = kinds[screen.kind]
  return new Promise((resolve, reject) => {
    let approvalWindow: ApprovalWindow | undefined
    const end = (): void => {
      approvalWindow?.close()
      current.refuse = undefined
    }
    const refuse = (): void => {
      end()
      clear()
      reject(rejected())
    }
    const confirm = (): void => {
      end()
      show(el('p', { className: 'busy' }, screen.kind === 'approval' ? t('signing') : settingsText('loading')))
      resolve()
    }
    const open = (): void => {
      approvalWindow?.close()
      approvalWindow = openWindow(screen, {
        onAnswer: (answer) => (answer === 'confirmed' ? confirm : refuse)(),
        onClosed: () => (kind.closingRejects ? refuse() : draw('closed')),
      })
      draw(approvalWindow ? 'opened' : 'blocked')
    }
    const draw = (state: 'closed' | 'opened' | 'blocked'): void => {
      const review = button(windowText(state === 'opened' ? 'again' : kind.open), 'primary', ({ detail }) => {
        if (detail <= 1) open() // the second click of a double click would open a second window
      })
      const reject = kind.closingRejects ? [button(t('reject'), 'secondary', refuse)] : []
      const text = windowText(state === 'blocked' ? 'blocked' : kind[state])
      const status = el('p', { className: state === 'blocked' ? 'warning' : 'note' }, text)
      status.setAttribute('role', 'status')
      show(el('section', {}, el('h1', {}, title), status), el('footer', {}, review, ...reject))
    }
    current.refuse = refuse
    draw('closed')
  })
}
