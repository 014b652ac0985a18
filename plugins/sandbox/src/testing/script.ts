import type { ApprovalRequest } from '../contract.js'
import { rejected } from '../wallet/errors.js'

/** Request for approval, as a real wallet would show it to its owner. */
export type Question = Omit<ApprovalRequest, 'domain'>

type Mode = 'approve' | 'reject' | 'hang'

/** Scripted owner of a wallet, who approves or rejects the requests to the wallet. */
export interface Script {
  /** All requests for approval, in order. */
  readonly questions: readonly Question[]
  /** Sets the answer to all requests, pending and later. `hang` keeps the requests pending. */
  answer(mode: Mode): void
  /** While the wallet is locked, requests stay pending. */
  lock(isLocked: boolean): void
  /** Resolves when the request is approved. Rejects with code 4001 if it is rejected. */
  ask(question: Question): Promise<void>
  /** Resolves when the wallet is unlocked. */
  unlocked(): Promise<void>
}

export function createScript(): Script {
  const questions: Question[] = []
  const wakeups = new Set<() => void>()
  let mode: Mode = 'approve'
  let isLocked = false
  const wakeAll = (): void => {
    for (const one of wakeups) one()
    wakeups.clear()
  }
  const nextChange = (): Promise<void> => new Promise((resolve) => wakeups.add(resolve))
  const unlocked = async (): Promise<void> => {
    while (isLocked) await nextChange()
  }
  return {
    questions,
    answer(next) {
      mode = next
      wakeAll()
    },
    lock(next) {
      isLocked = next
      wakeAll()
    },
    async ask(question) {
      questions.push(question)
      while (isLocked || mode === 'hang') await nextChange()
      if (mode === 'reject') throw rejected()
    },
    unlocked,
  }
}
