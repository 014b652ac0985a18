import fc from 'fast-check'
import { expect } from 'vitest'
import { type Bench, type Model, settle } from './connections.test.bench.js'
import { REMEMBERED } from './remembered.js'

type Step = fc.AsyncCommand<Model, Bench>
type Expected = Model['namespaces'][number]

interface StepSpec {
  readonly name: string
  /** The namespaces that may change; the others must stay as they are, byte for byte. */
  readonly touches: number | 'all'
  check?(expected: Expected, model: Model): boolean
  run(bench: Bench, expected: Expected, model: Model): Promise<unknown> | unknown
}

class NamedStep implements Step {
  constructor(readonly spec: StepSpec) {}

  #expected(model: Readonly<Model>): Expected {
    const at = this.spec.touches === 'all' ? 0 : this.spec.touches
    const found = model.namespaces[at]
    if (!found) throw new Error('no such namespace')
    return found
  }

  check(model: Readonly<Model>): boolean {
    return this.spec.check?.(this.#expected(model), model) ?? true
  }

  async run(model: Model, bench: Bench): Promise<void> {
    const { touches } = this.spec
    const others = model.namespaces.map((_, at) => at).filter((at) => touches !== 'all' && at !== touches)
    const before = others.map((at) => bench.snapshot(at))
    await this.spec.run(bench, this.#expected(model), model)
    await settle()
    bench.check(model)
    expect(others.map((at) => bench.snapshot(at))).toEqual(before)
  }

  toString(): string {
    return `${this.spec.name}(${this.spec.touches})`
  }
}

const end = (expected: Expected): void => {
  if (expected.live || expected.pending) expected.ended++
  expected.live = null
  expected.pending = null
}

const walletLeft = (expected: Expected, which: number): void => {
  if (expected.live?.wallet !== which) return
  expected.live = null
  expected.ended++
}

/** Every kind of step of one namespace with one wallet. */
function stepsOf(at: number, which: number, pick: number): readonly StepSpec[] {
  const touches = at
  const reply = (how: 'answer' | 'refuse' | 'break') => (bench: Bench, expected: Expected) => {
    const wallet = bench.wallet(at, which)
    const question = bench.reply(at, which, how)
    if (question?.kind === 'switch' && how === 'answer') {
      if (expected.live?.wallet === which) expected.live.caipNetworkId = question.caipNetworkId
    }
    if (question?.kind !== 'connect' || expected.pending?.flow !== question.flow) return
    expected.pending = null
    if (how !== 'answer') {
      expected.failed++
      return
    }
    expected.succeeded++
    expected.live = { wallet: which, address: wallet.addresses[0] ?? '', caipNetworkId: wallet.caipNetworkId }
  }
  const network = (bench: Bench): string => bench.fakes[at]?.networks[pick % 2]?.caipNetworkId ?? ''
  return [
    {
      name: `connect ${which}`,
      touches,
      run(bench, expected) {
        const stop = new AbortController()
        bench.connect(at, which, stop.signal)
        expected.pending = { wallet: which, flow: bench.flows, stop }
      },
    },
    { name: `answer ${which}`, touches, run: reply('answer') },
    { name: `refuse ${which}`, touches, run: reply('refuse') },
    { name: `break ${which}`, touches, run: reply('break') },
    {
      name: 'disconnect',
      touches,
      async run(bench, expected) {
        await bench.adapter(at).disconnect()
        end(expected)
      },
    },
    {
      name: 'leave the connecting view',
      touches,
      check: (expected) => expected.pending !== null,
      run(_, expected) {
        expected.pending?.stop.abort()
        expected.pending = null
      },
    },
    {
      name: `switch network ${pick}`,
      touches,
      check: (expected) => expected.live !== null && expected.pending === null,
      run(bench, { live }) {
        const caipNetworkId = network(bench)
        if (!live || live.caipNetworkId === caipNetworkId) return
        bench.asked(at, live.wallet).push({ kind: 'switch', caipNetworkId })
        bench
          .adapter(at)
          .switchNetwork(caipNetworkId)
          .catch(() => null)
      },
    },
    {
      name: `unknown network`,
      touches,
      run: (bench) =>
        expect(bench.adapter(at).switchNetwork('nowhere:1')).rejects.toMatchObject({ code: 'UNKNOWN_NETWORK' }),
    },
    {
      name: `wallet ${which} changes accounts`,
      touches,
      run(bench, expected) {
        const addresses = [`fake-${10 + pick}`, 'fake-2']
        bench.wallet(at, which).changeAccounts(addresses)
        if (expected.live?.wallet === which) expected.live.address = `fake-${10 + pick}`
      },
    },
    {
      name: `wallet ${which} locks`,
      touches,
      run(bench, expected) {
        bench.wallet(at, which).changeAccounts([])
        walletLeft(expected, which)
      },
    },
    {
      name: `wallet ${which} changes network`,
      touches,
      run(bench, expected) {
        bench.wallet(at, which).changeNetwork(network(bench))
        if (expected.live?.wallet === which) expected.live.caipNetworkId = network(bench)
      },
    },
    {
      name: `wallet ${which} leaves`,
      touches,
      run(bench, expected) {
        bench.wallet(at, which).leave()
        walletLeft(expected, which)
      },
    },
    {
      name: 'use the last account',
      touches,
      check: (expected) => expected.live !== null && expected.pending === null,
      run(bench, expected) {
        const state = bench.adapter(at).state.peek()
        const last = state.status === 'connected' ? state.accounts.at(-1) : undefined
        if (!last || !expected.live) throw new Error('not connected')
        bench.adapter(at).switchAccount(last.address)
        expected.live.address = last.address
      },
    },
    {
      name: 'use a strange account',
      touches,
      run: (bench) => expect(() => bench.adapter(at).switchAccount('fake-404')).toThrow(),
    },
    {
      name: 'another tab disconnects',
      touches,
      check: (expected) => expected.pending === null,
      run(bench, expected) {
        const key = `wallet-modal/default/fake-${bench.names[at]}/${REMEMBERED}`
        localStorage.removeItem(key)
        dispatchEvent(new StorageEvent('storage', { key }))
        end(expected)
      },
    },
  ]
}

const disconnectAll: StepSpec = {
  name: 'disconnect all',
  touches: 'all',
  async run(bench, _, model) {
    await bench.modal.disconnect()
    model.namespaces.forEach(end)
  },
}

/** A page load: the old page's answers come too late, and what the wallets still permit comes back. */
const reload: StepSpec = {
  name: 'reload',
  touches: 'all',
  async run(bench, _, model) {
    bench.modal.dispose()
    bench.modal = bench.create()
    await settle()
    await settle()
    model.namespaces.forEach((expected, at) => {
      expected.pending = null
      const kept = localStorage.getItem(`wallet-modal/default/fake-${bench.names[at]}/${REMEMBERED}`)
      const which =
        kept === null ? -1 : [0, 1].findIndex((one) => kept.includes(`"${bench.wallet(at, one).connector.id}"`))
      const wallet = which < 0 ? undefined : bench.wallet(at, which)
      expected.live = wallet?.isPermitted
        ? { wallet: which, address: wallet.addresses[0] ?? '', caipNetworkId: wallet.caipNetworkId }
        : null
    })
  },
}

/** Step sequences over `count` namespaces with two wallets each. */
export function connectionSteps(count: number): fc.Arbitrary<Iterable<Step>> {
  const at = fc.nat(count - 1)
  const single = fc.tuple(at, fc.nat(1), fc.nat(3)).map((where) => stepsOf(...where))
  const kinds = stepsOf(0, 0, 0).length
  const steps = Array.from({ length: kinds }, (_, kind) =>
    single.map((all) => new NamedStep(all[kind] ?? disconnectAll)),
  )
  return fc.commands([...steps, fc.constant(new NamedStep(disconnectAll)), fc.constant(new NamedStep(reload))], {
    maxCommands: 40,
    size: '+1',
  })
}
