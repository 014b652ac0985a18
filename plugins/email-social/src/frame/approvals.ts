import { button, clear, el, show } from './element.js'
import { watchReadThrough } from './read-through.js'
import { type CurrentScreen, type FlowScreen, rejected, runFlow } from './settings/flow.js'
import { t } from './strings.js'
import { drawSummary, type Summary } from './summary.js'
import { watchVisible } from './visible.js'

export interface Approvals {
  /** Resolves when the visitor approves. Rejects with 4001 otherwise. */
  ask(summary: Summary): Promise<void>
  /** Runs a flow when it is its turn, and clears the screen afterwards. Rejects with 4001 if {@link Approvals.abort} was called meanwhile. */
  present<T>(flow: (screen: FlowScreen) => Promise<T>): Promise<T>
  /** Rejects all pending requests. */
  abort(): void
  /** Resolves with the result of `act`, which runs after `before` has settled. Rejects with 4001 if {@link Approvals.abort} was called meanwhile. */
  after<T>(before: Promise<unknown>, act: () => Promise<T>): Promise<T>
}

/** One request at a time, in order of arrival. */
export function createApprovals(): Approvals {
  let queue: Promise<unknown> = Promise.resolve()
  let round = 0
  const current: CurrentScreen = {}

  const askNow = (summary: Summary): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        stopVisible()
        readThrough.stop()
        current.refuse = undefined
      }
      const refuse = (): void => {
        end()
        clear()
        reject(rejected())
      }
      const approve = button(t('approve'), 'primary', ({ detail }) => {
        // second click of a double click: it began before this screen
        if (detail > 1) return
        end()
        show(el('p', { className: 'busy' }, t('signing')))
        resolve()
      })
      const hint = el('p', { className: 'hint' })
      const footer = el(
        'footer',
        {},
        hint,
        el('div', { className: 'row' }, button(t('reject'), 'secondary', refuse), approve),
      )
      const list = drawSummary(summary)
      list.tabIndex = 0 // makes it scrollable by keyboard
      const screen = show(list, footer)
      current.refuse = refuse
      let isVisible = false
      // approval requires that all of it was on screen, because the end may matter most
      let isRead = false
      const update = (): void => {
        approve.disabled = !isVisible || !isRead
        hint.textContent = t(isVisible ? 'unread' : 'hidden')
        hint.style.visibility = approve.disabled ? 'visible' : 'hidden' // reserves its space: a button that moves could be clicked by mistake
      }
      update()
      const onRead = (): void => {
        isRead = true
        update()
      }
      const readThrough = watchReadThrough(list, () => isVisible, onRead)
      const stopVisible = watchVisible(screen, (isProven) => {
        isVisible = isProven
        update()
        readThrough.check()
      })
    })

  /** Runs `act` after all earlier requests. */
  const enqueue = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = round
    const answer = queue.then(() => (mine === round ? act() : Promise.reject(rejected())))
    queue = answer.catch(() => undefined)
    return answer
  }

  return {
    ask: (summary) => enqueue(() => askNow(summary)),
    present: (flow) => enqueue(() => runFlow(flow, current)),
    abort() {
      round++
      current.refuse?.()
    },
    async after(before, act) {
      const mine = round
      await before.catch(() => undefined) // the error is reported to its own caller
      if (mine !== round) throw rejected()
      return act()
    },
  }
}
