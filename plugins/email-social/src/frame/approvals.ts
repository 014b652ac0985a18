import { button, clear, el, show } from './element.js'
import { FrameError } from './gateway.js'
import { t } from './strings.js'
import { drawSummary, type Summary } from './summary.js'
import { watchVisible } from './visible.js'

export interface Approvals {
  /** Resolves when the visitor approves. Rejects with 4001 otherwise. */
  ask(summary: Summary): Promise<void>
  /** Rejects all that wait. */
  abort(): void
  /** Resolves with what `act` gives once `before` has settled. Rejects with 4001 where {@link Approvals.abort} was called meanwhile. */
  after<T>(before: Promise<unknown>, act: () => Promise<T>): Promise<T>
}

const rejected = (): FrameError => new FrameError(4001, 'User rejected the request.')

/** One request at a time, in the order they came. */
export function createApprovals(): Approvals {
  let queue: Promise<unknown> = Promise.resolve()
  let round = 0
  let rejectCurrent: (() => void) | undefined

  const askNow = (summary: Summary): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        stop()
        rejectCurrent = undefined
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
      const hint = el('p', { className: 'hint' }, t('hidden'))
      const footer = el(
        'footer',
        {},
        hint,
        el('div', { className: 'row' }, button(t('reject'), 'secondary', refuse), approve),
      )
      approve.disabled = true
      const screen = show(drawSummary(summary), footer)
      rejectCurrent = refuse
      const stop = watchVisible(screen, (isProven) => {
        approve.disabled = !isProven
        hint.style.visibility = isProven ? 'hidden' : 'visible' // keeps its room: a button that moves is pressed by mistake
      })
    })

  return {
    ask(summary) {
      const mine = round
      const answer = queue.then(() => (mine === round ? askNow(summary) : Promise.reject(rejected())))
      queue = answer.catch(() => undefined)
      return answer
    },
    abort() {
      round++
      rejectCurrent?.()
    },
    async after(before, act) {
      const mine = round
      await before.catch(() => undefined) // its own caller hears of it
      if (mine !== round) throw rejected()
      return act()
    },
  }
}
