import fc from 'fast-check'
import { expect } from 'vitest'
import { type Bench, type Expected, type Model, settle, WALLETS } from './connections.test.bench.js'
import { choose, find, follow, leave, leaveAll, lose, touch, use } from './connections.test.model.js'

type Step = fc.AsyncCommand<Model, Bench>

interface StepSpec {
  readonly name: string
  /** Index of the namespace that the step may change, or `all`. Other namespaces must stay identical. */
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

/** Simulates that another tab stored the wallets of the model, in the model's order. */
function otherTab(bench: Bench, at: number, expected: Expected): void {
  const key = bench.key(at)
  const data = expected.memory.map((one) => (one ? [bench.id(at, one.wallet), one.chosen, one.first] : ['']))
  if (data.length > 0) localStorage.setItem(key, JSON.stringify({ v: 1, data }))
  else localStorage.removeItem(key)
  dispatchEvent(new StorageEvent('storage', { key }))
  follow(bench, at, expected)
}

/** One step of each kind, for one namespace and one wallet. */
function stepsOf(at: number, which: number, pick: number): readonly StepSpec[] {
  const touches = at
  const reply = (how: 'answer' | 'refuse' | 'break') => (bench: Bench, expected: Expected) => {
    const wallet = bench.wallet(at, which)
    const request = bench.reply(at, which, how)
    if (request?.kind === 'switch' && how === 'answer') {
      const now = find(expected, which)
      if (now) now.caipNetworkId = request.caipNetworkId
    }
    if (request?.kind !== 'connect' || expected.pending?.flow !== request.flow) return
    expected.pending = null
    if (how !== 'answer') {
      expected.failed++
      return
    }
    expected.succeeded++
    const { addresses, caipNetworkId } = wallet
    use(expected, { wallet: which, addresses, address: addresses[0] ?? '', caipNetworkId })
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
        leaveAll(expected)
      },
    },
    {
      name: `disconnect ${which}`,
      touches,
      async run(bench, expected) {
        await bench.adapter(at).disconnect(bench.id(at, which))
        leave(expected, which)
      },
    },
    {
      name: `use ${which}, account ${pick % 2}`,
      touches,
      check: (expected) => find(expected, which) !== undefined,
      run(bench, expected) {
        const now = find(expected, which)
        if (!now) throw new Error('not connected')
        const address = pick % 2 ? now.addresses.at(-1) : undefined
        bench.adapter(at).use(bench.id(at, which), address)
        if (expected.inUse === null) expected.succeeded++
        expected.pending = null
        use(expected, { ...now, address: address ?? now.address })
      },
    },
    {
      name: `use ${which}, which is not connected`,
      touches,
      check: (expected) => find(expected, which) === undefined,
      run: (bench) => expect(() => bench.adapter(at).use(bench.id(at, which))).toThrow('connected'),
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
      check: (expected) => expected.inUse !== null && expected.pending === null,
      run(bench, expected) {
        const caipNetworkId = network(bench)
        const now = find(expected, expected.inUse)
        if (!now || now.caipNetworkId === caipNetworkId) return
        bench.pendingRequests(at, now.wallet).push({ kind: 'switch', caipNetworkId })
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
        expect(bench.adapter(at).switchNetwork('nowhere:1')).rejects.toMatchObject({
          code: expect.stringMatching(/^(UNKNOWN_NETWORK|NOT_CONNECTED)$/),
        }),
    },
    {
      name: `wallet ${which} changes accounts`,
      touches,
      run(bench, expected) {
        const addresses = [`fake-${10 + pick}`, 'fake-2']
        bench.wallet(at, which).changeAccounts(addresses)
        const now = find(expected, which)
        if (!now) return
        now.address = choose(addresses, now.address, now.addresses[0] ?? '')
        now.addresses = addresses
        touch(expected, which)
      },
    },
    {
      name: `wallet ${which} locks`,
      touches,
      run(bench, expected) {
        bench.wallet(at, which).changeAccounts([])
        lose(expected, which)
      },
    },
    {
      name: `wallet ${which} changes network`,
      touches,
      run(bench, expected) {
        bench.wallet(at, which).changeNetwork(network(bench))
        const now = find(expected, which)
        if (now) now.caipNetworkId = network(bench)
      },
    },
    {
      name: `wallet ${which} disconnects itself`,
      touches,
      run(bench, expected) {
        bench.wallet(at, which).leave()
        lose(expected, which)
      },
    },
    {
      name: 'use the last account',
      touches,
      check: (expected) => expected.inUse !== null && expected.pending === null,
      run(bench, expected) {
        const now = find(expected, expected.inUse)
        const address = now?.addresses.at(-1)
        if (!now || !address) throw new Error('not connected')
        bench.adapter(at).switchAccount(address)
        use(expected, { ...now, address })
      },
    },
    {
      name: 'use an account that the wallet does not have',
      touches,
      run: (bench) => expect(() => bench.adapter(at).switchAccount('fake-404')).toThrow(),
    },
    {
      name: 'another tab disconnects all',
      touches,
      run(bench, expected) {
        expected.memory = []
        otherTab(bench, at, expected)
      },
    },
    {
      name: `another tab disconnects ${which}`,
      touches,
      check: ({ memory }) => memory.some((one) => one?.wallet === which),
      run(bench, expected) {
        expected.memory = expected.memory.filter((one) => one && one.wallet !== which)
        otherTab(bench, at, expected)
      },
    },
    {
      name: `another tab connects or uses ${which}`,
      touches,
      run(bench, expected) {
        const wallet = bench.wallet(at, which)
        wallet.isPermitted = true
        const first = wallet.addresses[0] ?? ''
        const chosen = (pick % 2 && wallet.addresses[1]) || ''
        const rest = expected.memory.filter((one) => one && one.wallet !== which)
        expected.memory = [{ wallet: which, chosen, first }, ...rest]
        otherTab(bench, at, expected)
      },
    },
  ]
}

const disconnectAll: StepSpec = {
  name: 'disconnect all',
  touches: 'all',
  async run(bench, _, model) {
    await bench.modal.disconnect()
    model.namespaces.forEach(leaveAll)
  },
}

/** Page load: replies to the previous page are ignored, and wallets that still grant permission are restored. */
const reload: StepSpec = {
  name: 'reload',
  touches: 'all',
  async run(bench, _, model) {
    bench.modal.dispose()
    bench.modal = bench.create()
    await settle()
    await settle()
    model.namespaces.forEach((expected, at) => {
      Object.assign(expected, { pending: null, live: [], inUse: null })
      follow(bench, at, expected)
    })
  },
}

/** Step sequences over `count` namespaces with three wallets each. */
export function connectionSteps(count: number): fc.Arbitrary<Iterable<Step>> {
  const at = fc.nat(count - 1)
  const single = fc.tuple(at, fc.nat(WALLETS.length - 1), fc.nat(3)).map((where) => stepsOf(...where))
  const kinds = stepsOf(0, 0, 0).length
  const steps = Array.from({ length: kinds }, (_, kind) =>
    single.map((all) => new NamedStep(all[kind] ?? disconnectAll)),
  )
  return fc.commands([...steps, fc.constant(new NamedStep(disconnectAll)), fc.constant(new NamedStep(reload))], {
    maxCommands: 40,
    size: '+1',
  })
}
