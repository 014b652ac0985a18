import type { ApprovalRequest } from '../contract.js'
import { rejected } from '../wallet/errors.js'

/** What a wallet would have shown its owner before it agreed. */
export type Question = Omit<ApprovalRequest, 'domain'>

type Mode = 'approve' | 'reject' | 'hang'

/** The owner of a scripted wallet: answers every question as told, and what waits too as soon as it is told. */
export interface Script {
  readonly questions: readonly Question[]
  /** From now on, and for what waits. `hang` keeps everything waiting. */
  answer(mode: Mode): void
  /** While the wallet is locked nothing is answered. */
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
