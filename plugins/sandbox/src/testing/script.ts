import type { ApprovalRequest } from '../contract.js'
import { rejected } from '../wallet/errors.js'

/** Request that a wallet would have displayed to its owner. */
export type Question = Omit<ApprovalRequest, 'domain'>

type Mode = 'approve' | 'reject' | 'hang'

/** Owner of a scripted wallet: answers every request as scripted, including pending ones. */
export interface Script {
  readonly questions: readonly Question[]
  /** For later and for pending requests. `hang` keeps all of them pending. */
  answer(mode: Mode): void
  /** No request is answered while the wallet is locked. */
  lock(isLocked: boolean): void
  ask(question: Question): Promise<void>
  /** Resolves when the wallet is unlocked. */
  unlocked(): Promise<void>
}

export function createScript(): Script {
  const questions: Question[] = []
  const waiting = new Set<() => void>()
  let mode: Mode = 'approve'
  let isLocked = false
  const wake = (): void => {
    for (const one of waiting) one()
    waiting.clear()
  }
  const change = (): Promise<void> => new Promise((resolve) => waiting.add(resolve))
  const unlocked = async (): Promise<void> => {
    while (isLocked) await change()
  }
  return {
    questions,
    answer(next) {
      mode = next
      wake()
    },
    lock(next) {
      isLocked = next
      wake()
    },
    async ask(question) {
      questions.push(question)
      while (isLocked || mode === 'hang') await change()
      if (mode === 'reject') throw rejected()
    },
    unlocked,
  }
}
