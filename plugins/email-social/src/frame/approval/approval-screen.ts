import { button, clear, el, show } from '../element.js'
import { type CurrentScreen, rejected } from '../settings/flow.js'
import { t } from '../strings.js'
import { watchMoves } from './moves.js'
import { watchReadThrough } from './read-through.js'
import { watchSettled } from './settled.js'
import { drawSummary, type Summary } from './summary.js'
import { watchVisible } from './visible.js'
import { windowText } from './window-strings.js'

/**
 * Displays a request. Resolves when the visitor approves. Rejects with 4001 when the visitor rejects, or when `current.refuse` is called. `isWindow`:
 * the screen is in a separate window. Approve then works only while the window has the focus, and only after one second of focus without a click
 * or key press.
 */
export function showApproval(summary: Summary, current: CurrentScreen, { isWindow = false } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const moves = watchMoves()
    const end = (): void => {
      stopWatching()
      moves.stop()
      current.refuse = undefined
    }
    const refuse = (): void => {
      end()
      clear()
      reject(rejected())
    }
    const approve = button(t('approve'), 'primary', ({ detail }) => {
      // ignores the second click of a double click that began on the previous screen, and a click on a frame that the page has just moved
      if (detail > 1 || moves.hasMoved()) return
      end()
      show(el('p', { className: 'busy' }, t('signing')))
      resolve()
    })
    const hint = el('p', { className: 'hint' })
    const buttons = el('div', { className: 'row' }, button(t('reject'), 'secondary', refuse), approve)
    const list = drawSummary(summary)
    list.tabIndex = 0 // makes it scrollable by keyboard
    const screen = show(list, el('footer', {}, hint, buttons))
    current.refuse = refuse
    const stopWatching = watchApproveConditions({ approve, hint, list, screen, isWindow })
  })
}

interface ApprovalScreen {
  readonly approve: HTMLButtonElement
  readonly hint: HTMLElement
  readonly list: HTMLElement
  readonly screen: HTMLElement
  readonly isWindow: boolean
}

/**
 * Enables the approve button while all conditions are met:
 * - The whole screen is visible.
 * - The end of the list was displayed after the screen last became visible: the visitor scrolled to it, or the list needs no scrolling.
 * - If the screen is in a separate window, the window has had the focus for one second without a click or key press.
 *
 * Returns a function that stops watching.
 */
function watchApproveConditions({ approve, hint, list, screen, isWindow }: ApprovalScreen): () => void {
  let isRead = false
  const update = (): void => {
    const isVisible = visible.isVisible()
    const isSettled = settled?.isSettled() ?? true
    approve.disabled = !isVisible || !isRead || !isSettled
    hint.textContent = !isSettled ? windowText('settling') : t(isVisible ? 'unread' : 'hidden')
    hint.style.visibility = approve.disabled ? 'visible' : 'hidden' // reserves the hint's space: a button that moves could be clicked by mistake
  }
  const visible = watchVisible(screen, (isVisible) => {
    // a page could show the whole list in a large frame, then shrink the frame: the visitor must read the list again
    if (!isVisible) isRead = false
    update()
    readThrough.check()
  })
  const readThrough = watchReadThrough(list, visible.isVisible, () => {
    isRead = true
    update()
  })
  const settled = isWindow ? watchSettled(() => update()) : undefined
  update()
  return () => {
    settled?.stop()
    visible.stop()
    readThrough.stop()
  }
}
