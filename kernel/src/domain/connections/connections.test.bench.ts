/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import { expect } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { createFakeNamespace, type FakeNamespace } from '../../testing/fake-namespace.js'
import { FakeRejection, FakeWallet } from '../../testing/fake-wallet.js'
import { connected, connectFailed, disconnected } from '../events.js'
import { connectors } from '../slots.js'
import type { ConnectOutcome } from './adapter.js'
import { WALLETS_KEY } from './storage/stored-wallets.js'

/** Indexes of the wallets of each namespace. */
export const WALLETS: readonly number[] = [0, 1, 2]

/** Connection that the model expects. */
export interface ExpectedWallet {
  /** Index of the wallet in its namespace. */
  readonly wallet: number
  addresses: readonly string[]
  address: string
  caipNetworkId: string
}

/**
 * Expected stored wallet. `chosen`: the active address; empty if it is the first of the wallet's addresses. `first`: the first of the wallet's
 * addresses.
 */
interface ExpectedMemory {
  readonly wallet: number
  readonly chosen: string
  readonly first: string
}

/** Expected state of one namespace. */
export interface Expected {
  pending: { readonly wallet: number; readonly flow: number; readonly stop: AbortController } | null
  /** The active wallet first, then the most recently used. */
  live: ExpectedWallet[]
  inUse: number | null
  /** The first item is `null` if no wallet is active. */
  memory: (ExpectedMemory | null)[]
  succeeded: number
  failed: number
  ended: number
}

export const nothingYet = (): Expected => ({
  pending: null,
  live: [],
  inUse: null,
  memory: [],
  succeeded: 0,
  failed: 0,
  ended: 0,
})

type WalletRequest =
  | { readonly kind: 'connect'; readonly flow: number }
  | { readonly kind: 'switch'; readonly caipNetworkId: string }

export interface Model {
  readonly namespaces: Expected[]
}

export const settle = async (): Promise<void> => {
  await immediately()
  await immediately()
}

/** A real modal, with a record of each wallet's pending requests and of each namespace's events. */
export class Bench {
  readonly fakes: readonly FakeNamespace[]
  readonly thirds: readonly FakeWallet[]
  readonly requests: WalletRequest[][][]
  readonly events: { succeeded: number; failed: number; ended: number }[]
  readonly outcomes: Promise<ConnectOutcome | Error>[] = []
  modal: WalletModal
  flows = 0

  constructor(readonly names: readonly string[]) {
    localStorage.clear()
    this.fakes = names.map((name) => createFakeNamespace(name))
    this.thirds = names.map(
      (name) => new FakeWallet({ id: `${name}-third`, caipNetworkId: `${name}:1`, addresses: ['fake-4', 'fake-2'] }),
    )
    for (const wallet of this.wallets()) wallet.behaviour = 'wait'
    this.requests = names.map(() => WALLETS.map(() => []))
    this.events = names.map(() => ({ succeeded: 0, failed: 0, ended: 0 }))
    this.modal = this.create()
  }

  create(): WalletModal {
    const modal = createWalletModal({
      plugins: [...this.fakes.map(({ plugin }) => plugin()), this.thirdWallets()],
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

  /** Contributes a third wallet to each namespace. */
  thirdWallets() {
    const plugin = definePlugin({
      name: 'third-wallets',
      kernel: '^0.1',
      setup: (ctx) => this.thirds.forEach(({ connector }) => void ctx.add(connectors, connector)),
    })
    return plugin()
  }

  wallets(): readonly FakeWallet[] {
    return [...this.fakes.flatMap(({ wallet, other }) => [wallet, other]), ...this.thirds]
  }

  wallet(at: number, which: number): FakeWallet {
    const fake = this.fakes[at]
    const wallet = [fake?.wallet, fake?.other, this.thirds[at]][which]
    if (!wallet) throw new Error('no such wallet')
    return wallet
  }

  id(at: number, which: number): string {
    return this.wallet(at, which).connector.id
  }

  key(at: number): string {
    return `wallet-modal/default/fake-${this.names[at]}/${WALLETS_KEY}`
  }

  /** Stored wallets as [id, active address, first address], without the network. The active address is empty if it equals the first one. */
  remembered(at: number): readonly (readonly string[])[] {
    const kept = JSON.parse(localStorage.getItem(this.key(at)) ?? '{"data":[]}')
    return kept.data.map((one: readonly string[]) => one.slice(0, 3))
  }

  pendingRequests(at: number, which: number): WalletRequest[] {
    return this.requests[at]?.[which] ?? []
  }

  adapter(at: number) {
    return this.modal.connections.adapter(this.names[at] ?? '')
  }

  connect(at: number, which: number, signal: AbortSignal): void {
    this.pendingRequests(at, which).push({ kind: 'connect', flow: ++this.flows })
    const { connector } = this.wallet(at, which)
    this.outcomes.push(
      this.adapter(at)
        .connect(connector, { signal })
        .catch((error: Error) => error),
    )
  }

  /** Answers the wallet's oldest request, and returns the request. */
  reply(at: number, which: number, how: 'answer' | 'refuse' | 'break'): WalletRequest | undefined {
    const request = this.pendingRequests(at, which).shift()
    if (!request) return undefined
    const wallet = this.wallet(at, which)
    if (how === 'answer') wallet.answer()
    else wallet.refuse(how === 'refuse' ? new FakeRejection('declined') : new Error('broken'))
    return request
  }

  snapshot(at: number): string {
    const { state, connections } = this.adapter(at)
    const shown = [state.peek(), ...connections.peek()].map((one) => ({ ...one, provider: null }))
    const prefix = `wallet-modal/default/fake-${this.names[at]}/`
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return JSON.stringify([shown, kept.map((key) => [key, localStorage.getItem(key)])])
  }

  check(model: Model): void {
    model.namespaces.forEach((expected, at) => {
      const { state, connections } = this.adapter(at)
      const shown = state.peek()
      const live = connections.peek()
      if (expected.pending) {
        const inUse = expected.inUse === null ? undefined : live[0]
        expect(shown).toEqual({
          status: 'connecting',
          connectorId: this.id(at, expected.pending.wallet),
          active: inUse,
        })
      } else if (expected.inUse === null) expect(shown).toEqual({ status: 'disconnected' })
      else {
        expect(shown).toBe(live[0])
        expect(shown).toMatchObject({ status: 'connected', connectorId: this.id(at, expected.inUse) })
      }
      const all = this.modal.connections.all.peek().filter(({ namespace }) => namespace === this.names[at])
      expect(all.flatMap((one) => (one.isActive ? [one.connectorId] : []))).toEqual(
        expected.inUse === null ? [] : [this.id(at, expected.inUse)],
      )
      expect(live.map((one) => [one.connectorId, one.account.address, one.caipNetworkId])).toEqual(
        expected.live.map((one) => [this.id(at, one.wallet), one.address, one.caipNetworkId]),
      )
      expect(this.remembered(at)).toEqual(
        expected.memory.map((one) => (one ? [this.id(at, one.wallet), one.chosen, one.first] : [''])),
      )
      const { succeeded, failed, ended } = expected
      expect(this.events[at]).toEqual({ succeeded, failed, ended })
      const listening = WALLETS.map((which) => this.wallet(at, which).listeners.size)
      const counted = [...expected.live, expected.pending]
      expect(listening).toEqual(WALLETS.map((which) => counted.filter((one) => one?.wallet === which).length))
    })
  }
}
