// @vitest-environment happy-dom
/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { FakeWallet } from '../../testing/fake-wallet.js'
import { connected, connectFailed } from '../events.js'
import type { Connector } from './connector.js'
import { joinOthers } from './join-others.js'
// loaded in advance: a step waits only for a fixed number of turns of the event loop, which may be too few to import these modules
import './actions.js'
import './machine.js'
import './restore.js'
import { connectors } from '../slots.js'

const runs = process.env.WALLET_MODAL_LONG ? 2500 : 250
const seed = Number(process.env.WALLET_MODAL_SEED)
const names = ['alpha', 'beta', 'gamma', 'delta'] as const
const ID = 'shared'

const settle = async (): Promise<void> => {
  for (let at = 0; at < 8; at++) await immediately()
}

/** Four chain families, each with its own wallet, and one wallet whose session may include all of them. */
class Bench {
  readonly fakes = names.map((name) => createFakeNamespace(name))
  readonly shared = names.map(
    (name) => new FakeWallet({ id: ID, caipNetworkId: `${name}:1`, addresses: [`fake-s-${name}`] }),
  )
  /** Namespaces that the wallet approves in the next pairing. */
  grants: readonly string[] = []
  session: readonly string[] = []
  prompts = 0
  failures = 0
  /** Whether the wallet has just approved a session that includes the requested namespace, and that namespace is not connected yet. */
  #isFresh = false
  modal: WalletModal

  constructor() {
    localStorage.clear()
    this.modal = this.create()
  }

  walletOf(name: string): FakeWallet {
    const wallet = this.shared.find(({ caipNetworkId }) => caipNetworkId === `${name}:1`)
    if (!wallet) throw new Error('no such namespace')
    return wallet
  }

  create(): WalletModal {
    const bench = this
    const plugin = definePlugin({
      name: 'shared',
      kernel: '^0.1',
      setup(ctx) {
        const connector: Connector = {
          id: ID,
          name: 'Shared',
          type: 'WALLET_CONNECT',
          pairsByLink: true,
          namespaces: names,
          async provider({ namespace, silent }) {
            if (!silent) {
              bench.prompts++
              const before = bench.session
              bench.#approve(bench.grants)
              bench.#isFresh = bench.grants.includes(namespace)
              if (!bench.#isFresh) {
                const joined = await joinOthers(ctx, connector, namespace)
                if (joined.length === 0) {
                  bench.#approve(before)
                  throw new Error('nothing that can be used was granted')
                }
                bench.endOthers()
                return null
              }
            }
            return bench.session.includes(namespace) ? bench.walletOf(namespace).provider : null
          },
        }
        ctx.add(connectors, connector)
        ctx.on(connected, ({ namespace, connectorId }) => {
          if (connectorId !== ID || !bench.#isFresh) return
          bench.#isFresh = false
          void joinOthers(ctx, connector, namespace).then(() => bench.endOthers())
        })
      },
    })
    const modal = createWalletModal({
      plugins: [...this.fakes.map((fake) => fake.plugin()), plugin()],
      networks: this.fakes.flatMap(({ networks }) => networks),
      prefetch: 'never',
      logLevel: 'silent',
    })
    modal.on(connectFailed, () => void this.failures++)
    return modal
  }

  #approve(granted: readonly string[]): void {
    this.session = granted
    for (const name of names) this.walletOf(name).isPermitted = granted.includes(name)
  }

  /** Ends the previous session: notifies namespaces that are not in the new one. */
  endOthers(): void {
    for (const name of names) if (!this.session.includes(name)) this.walletOf(name).leave()
  }

  connector(name: string): Connector {
    const found = this.modal.connections
      .adapter(name)
      .connectors.peek()
      .find(({ id }) => id === ID)
    if (!found) throw new Error('not offered')
    return found
  }

  /** Connector id of each namespace's active wallet, or `null`. */
  live(): readonly (string | null)[] {
    return names.map((name) => {
      const now = this.modal.connections.adapter(name).state.peek()
      if (now.status === 'connected') return now.connectorId
      expect(now.status).toBe('disconnected')
      return null
    })
  }
}

/** Expected state of one namespace. */
interface Expected {
  /** Id of the active connector. */
  inUse: string | null
  /** Whether the shared wallet is connected; it need not be active. */
  isShared: boolean
  /** Whether the family's own wallet is connected. */
  hasOther: boolean
}

interface Model {
  readonly at: Expected[]
  failures: number
  prompts: number
}

interface Step {
  readonly name: string
  run(bench: Bench, model: Model): Promise<void>
}

const isFree = ({ inUse }: Expected): boolean => inUse === null || inUse === ID

const leaves = (one: Expected): void => {
  one.isShared = false
  if (one.inUse === ID) one.inUse = null
}

const pair = (primary: number, grants: readonly string[]): Step => ({
  name: `pair ${names[primary]} granting ${grants}`,
  async run(bench, model) {
    const name = names[primary] ?? ''
    bench.grants = grants
    const outcome = await bench.modal.connections.connect(bench.connector(name), { namespace: name }).then(
      ({ status }) => status,
      () => 'failed',
    )
    model.prompts++
    const isGranted = (at: number): boolean => grants.includes(names[at] ?? '')
    const joins = model.at.filter((one, at) => isGranted(at) && at !== primary && isFree(one))
    expect(outcome).toBe(isGranted(primary) ? 'connected' : joins.length > 0 ? 'notGranted' : 'failed')
    if (outcome === 'failed') {
      model.failures++
      return
    }
    model.at.forEach((one, at) => {
      if (!isGranted(at)) leaves(one)
      else if (at === primary || joins.includes(one)) Object.assign(one, { isShared: true, inUse: ID })
    })
  },
})

const connectOther = (at: number): Step => ({
  name: `connect ${names[at]} alone`,
  async run(bench, model) {
    const fake = bench.fakes[at]
    if (!fake) return
    await bench.modal.connections.adapter(fake.name).connect(fake.wallet.connector)
    Object.assign(model.at[at] ?? {}, { hasOther: true, inUse: fake.wallet.connector.id })
  },
})

const disconnect = (at: number): Step => ({
  name: `disconnect ${names[at]}`,
  async run(bench, model) {
    await bench.modal.disconnect(names[at])
    Object.assign(model.at[at] ?? {}, { inUse: null, isShared: false, hasOther: false })
  },
})

const walletEnds: Step = {
  name: 'the wallet ends the session',
  async run(bench, model) {
    bench.session = []
    bench.endOthers()
    model.at.forEach(leaves)
  },
}

const reload: Step = {
  name: 'reload',
  async run(bench) {
    bench.modal.dispose()
    bench.modal = bench.create()
    await settle()
  },
}

const step = fc.oneof(
  fc.tuple(fc.nat(3), fc.subarray([...names])).map(([primary, grants]) => pair(primary, grants)),
  fc.nat(3).map(connectOther),
  fc.nat(3).map(disconnect),
  fc.constant(walletEnds),
  fc.constant(reload),
)

test(`A1: one approval connects the approved namespaces that are available, and no others (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const bench = new Bench()
      const at = names.map((): Expected => ({ inUse: null, isShared: false, hasOther: false }))
      const model: Model = { at, failures: 0, prompts: 0 }
      try {
        for (const one of steps) {
          await one.run(bench, model)
          await settle()
          expect([one.name, bench.live(), bench.failures, bench.prompts]).toEqual([
            one.name,
            model.at.map(({ inUse }) => inUse),
            model.failures,
            model.prompts,
          ])
          const listening = names.map((name) => bench.walletOf(name).listeners.size)
          expect([one.name, listening]).toEqual([one.name, at.map(({ isShared }) => Number(isShared))])
          const others = bench.fakes.map(({ wallet }) => wallet.listeners.size)
          expect([one.name, others]).toEqual([one.name, at.map(({ hasOther }) => Number(hasOther))])
        }
      } finally {
        bench.modal.dispose()
      }
      expect(names.map((name) => bench.walletOf(name).listeners.size)).toEqual([0, 0, 0, 0])
    }),
    { numRuns: runs, seed },
  )
})
