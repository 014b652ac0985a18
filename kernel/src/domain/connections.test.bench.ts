/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import { expect } from 'vitest'
import { createWalletModal, type WalletModal } from '../modal.js'
import { createFakeNamespace, type FakeNamespace } from '../testing/fake-namespace.js'
import { FakeRejection, type FakeWallet } from '../testing/fake-wallet.js'
import type { ConnectOutcome } from './adapter.js'
import { connected, connectFailed, disconnected } from './events.js'

/** What one namespace must look like. */
interface Expected {
  pending: { readonly wallet: number; readonly flow: number; readonly stop: AbortController } | null
  live: { wallet: number; address: string; caipNetworkId: string } | null
  succeeded: number
  failed: number
  ended: number
}

type Question =
  | { readonly kind: 'connect'; readonly flow: number }
  | { readonly kind: 'switch'; readonly caipNetworkId: string }

export interface Model {
  readonly namespaces: Expected[]
}

export const settle = async (): Promise<void> => {
  await immediately()
  await immediately()
}

/** The real thing beside its book-keeping: the questions each wallet was asked, and the events each namespace told. */
export class Bench {
  readonly fakes: readonly FakeNamespace[]
  readonly questions: Question[][][]
  readonly events: { succeeded: number; failed: number; ended: number }[]
  readonly outcomes: Promise<ConnectOutcome | Error>[] = []
  modal: WalletModal
  flows = 0

  constructor(readonly names: readonly string[]) {
    localStorage.clear()
    this.fakes = names.map((name) => createFakeNamespace(name))
    for (const { wallet, other } of this.fakes) wallet.behaviour = other.behaviour = 'wait'
    this.questions = names.map(() => [[], []])
    this.events = names.map(() => ({ succeeded: 0, failed: 0, ended: 0 }))
    this.modal = this.create()
  }

  create(): WalletModal {
    const modal = createWalletModal({
      plugins: this.fakes.map(({ plugin }) => plugin()),
      networks: this.fakes.flatMap(({ networks }) => networks),
      prefetch: 'never',
      logLevel: 'silent',
    })
    const tally = (namespace: string) =>
      this.events[this.names.indexOf(namespace)] ?? { succeeded: 0, failed: 0, ended: 0 }
    modal.on(connected, ({ namespace, restored }) => {
      if (!restored) tally(namespace).succeeded++
    })
    modal.on(connectFailed, ({ namespace }) => void tally(namespace).failed++)
    modal.on(disconnected, ({ namespace }) => void tally(namespace).ended++)
    return modal
  }

  wallet(at: number, which: number): FakeWallet {
    const fake = this.fakes[at]
    if (!fake) throw new Error('no such namespace')
    return which === 0 ? fake.wallet : fake.other
  }

  asked(at: number, which: number): Question[] {
    return this.questions[at]?.[which] ?? []
  }

  adapter(at: number) {
    return this.modal.connections.adapter(this.names[at] ?? '')
  }

  connect(at: number, which: number, signal: AbortSignal): void {
    this.asked(at, which).push({ kind: 'connect', flow: ++this.flows })
    const { connector } = this.wallet(at, which)
    this.outcomes.push(
      this.adapter(at)
        .connect(connector, { signal })
        .catch((error: Error) => error),
    )
  }

  /** The wallet's oldest question, with what it was about. */
  reply(at: number, which: number, how: 'answer' | 'refuse' | 'break'): Question | undefined {
    const question = this.asked(at, which).shift()
    if (!question) return undefined
    const wallet = this.wallet(at, which)
    if (how === 'answer') wallet.answer()
    else wallet.refuse(how === 'refuse' ? new FakeRejection('declined') : new Error('broken'))
    return question
  }

  snapshot(at: number): string {
    const { provider: _, ...state } = { provider: null, ...this.adapter(at).state.peek() }
    const prefix = `wallet-modal/default/fake-${this.names[at]}/`
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return JSON.stringify([state, kept.map((key) => [key, localStorage.getItem(key)])])
  }

  check(model: Model): void {
    model.namespaces.forEach((expected, at) => {
      const state = this.adapter(at).state.peek()
      if (expected.pending) {
        expect(state).toEqual({
          status: 'connecting',
          connectorId: this.wallet(at, expected.pending.wallet).connector.id,
        })
      } else if (expected.live) {
        const { wallet, address, caipNetworkId } = expected.live
        expect(state).toMatchObject({
          status: 'connected',
          connectorId: this.wallet(at, wallet).connector.id,
          caipNetworkId,
        })
        expect(state.status === 'connected' && state.account.address).toBe(address)
      } else {
        expect(state).toEqual({ status: 'disconnected' })
      }
      const { succeeded, failed, ended } = expected
      expect(this.events[at]).toEqual({ succeeded, failed, ended })
      const listening = [0, 1].map((which) => this.wallet(at, which).listeners.size)
      const counted = [expected.live, expected.pending]
      expect(listening).toEqual([0, 1].map((which) => counted.filter((one) => one?.wallet === which).length))
    })
  }
}
