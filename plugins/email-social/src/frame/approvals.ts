import { button, clear, el, show } from './element.js'
import { watchReadThrough } from './read-through.js'
import { type CurrentScreen, type FlowScreen, rejected, runFlow } from './settings/flow.js'
import { t } from './strings.js'
import { drawSummary, type Summary } from './summary.js'
import { watchVisible } from './visible.js'

export interface Approvals {
  /** Resolves when the visitor approves. Rejects with 4001 otherwise. */
  ask(summary: Summary): Promise<void>
  /** Runs a flow in its turn, and clears the screen after it. Rejects with 4001 where {@link Approvals.abort} was called meanwhile. */
  present<T>(flow: (screen: FlowScreen) => Promise<T>): Promise<T>
  /** Rejects all that wait. */
  abort(): void
  /** Resolves with what `act` gives once `before` has settled. Rejects with 4001 where {@link Approvals.abort} was called meanwhile. */
  after<T>(before: Promise<unknown>, act: () => Promise<T>): Promise<T>
}

/** One request at a time, in the order they came. */
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
        // the second press of a double click began before this screen
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
      list.tabIndex = 0 // scrolled by keyboard too
      const screen = show(list, footer)
      current.refuse = refuse
      let isVisible = false
      // approved after all of it was on screen: what matters may stand at the end
      let isRead = false
      const update = (): void => {
        approve.disabled = !isVisible || !isRead
        hint.textContent = t(isVisible ? 'unread' : 'hidden')
        hint.style.visibility = approve.disabled ? 'visible' : 'hidden' // keeps its room: a button that moves is pressed by mistake
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

  /** Runs `act` after all that came before it. */
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
      await before.catch(() => undefined) // its own caller hears of it
      if (mine !== round) throw rejected()
      return act()
    },
  }
}
