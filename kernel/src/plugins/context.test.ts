// @vitest-environment happy-dom
/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { connectors, openingViews } from '../domain/slots.js'
import { createWalletModal } from '../modal/modal.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { type Context, definePlugin } from './plugin.js'
import { capability, event, slot, view } from './token.js'

const Shown = view('test#Shown')

const watcher = (name: string, fields: object = {}) => {
  let context: Context | undefined
  const plugin = definePlugin<object, void>({
    name,
    kernel: '^0.1',
    ...fields,
    setup(ctx) {
      context = ctx
    },
  })
  return {
    plugin,
    ctx: (): Context => {
      if (!context) throw new Error('never started')
      return context
    },
  }
}

/** Every object that can be reached from `root` through values, getters and prototypes, except built-in objects. */
function reach(root: unknown, skip: ReadonlySet<unknown>): Map<object, string> {
  const found = new Map<object, string>()
  const platform = new Set<unknown>(
    [Object, Function, Array, Promise, async () => null].map(
      (one) => (one.prototype ?? Object.getPrototypeOf(one)) as unknown,
    ),
  )
  const walk = (value: unknown, path: string): void => {
    if (
      (typeof value !== 'object' && typeof value !== 'function') ||
      value === null ||
      found.has(value) ||
      skip.has(value)
    )
      return
    if (platform.has(value) || value instanceof AbortSignal || value instanceof Error) return
    found.set(value, path)
    walk(Object.getPrototypeOf(value), `${path}.__proto__`)
    for (const key of Reflect.ownKeys(value)) {
      if (typeof value === 'function' && ['prototype', 'caller', 'arguments', 'length', 'name'].includes(String(key)))
        continue
      walk(Reflect.get(value, key), `${path}.${String(key)}`)
    }
    if ('peek' in value && typeof value.peek === 'function') walk(value.peek(), `${path}.peek()`)
  }
  walk(root, 'ctx')
  return found
}

describe('I3: objects that a plugin can access through its context', () => {
  test('are frozen if other plugins can access them too, and include no internal objects of the host', async () => {
    const a = watcher('a', { views: [Shown] })
    const b = watcher('b')
    const fake = createFakeNamespace()
    using modal = createWalletModal({
      plugins: [a.plugin(), b.plugin(), fake.plugin()],
      networks: fake.networks,
      metadata: { name: 'Site', icons: ['https://site.test/icon.png'] },
      logLevel: 'silent',
      prefetch: 'never',
    })
    await modal.connections.connect(fake.wallet.connector)
    void modal.open({ view: Shown })
    expect(modal.connections.active.value?.account.address).toBe('fake-1')
    // not checked: connectors and wallets, which belong to the plugins that contribute them
    const theirs = new Set<unknown>([
      fake.wallet.connector,
      fake.other.connector,
      fake.wallet.provider,
      a.plugin,
      b.plugin,
    ])
    const [fromA, fromB] = [reach(a.ctx(), theirs), reach(b.ctx(), theirs)]
    const shared = [...fromA].filter(([value]) => fromB.has(value))
    expect(shared.length).toBeGreaterThan(40)
    const loose = shared.filter(([value]) => !Object.isFrozen(value)).map(([, path]) => path)
    // view tokens are not frozen, because they belong to their plugin
    expect(loose.filter((path) => !path.endsWith('.view'))).toEqual([])
    const names = [...fromA.keys(), ...fromB.keys()].map((value) => value.constructor?.name)
    for (const inner of ['Host', 'Scope', 'Slots', 'Messages', 'Signal', 'Computed', 'Map', 'Set', 'WeakMap'])
      expect(names).not.toContain(inner)
  })

  test('a context and its members cannot be extended', () => {
    const a = watcher('a')
    using modal = createWalletModal({ plugins: [a.plugin()] })
    expect(modal.errors.value).toEqual([])
    const ctx = a.ctx()
    for (const part of [
      ctx,
      ctx.api,
      ctx.storage,
      ctx.router,
      ctx.toast,
      ctx.log,
      ctx.site,
      ctx.site.metadata,
      ctx.connections,
      ctx.networks,
    ]) {
      expect(() => Object.assign(part, { extra: 1 })).toThrow(TypeError)
    }
    expect(() => Object.assign(ctx.router, { push: null })).toThrow(TypeError)
  })

  test('undeclared capabilities throw, and are reported with the plugin', async () => {
    const a = watcher('a', { permissions: { api: ['blockchain:/v1/x'], storage: ['own'] } })
    using modal = createWalletModal({ plugins: [a.plugin()], logLevel: 'silent', projectId: 'p' })
    const ctx = a.ctx()
    const other = capability('other')
    expect(() => ctx.get(other)).toThrow(expect.objectContaining({ code: 'UNDECLARED' }))
    expect(() => ctx.maybe(other)).toThrow(expect.objectContaining({ code: 'UNDECLARED' }))
    expect(() => ctx.provide(other, 1)).toThrow(expect.objectContaining({ code: 'UNDECLARED' }))
    expect(() => ctx.storage.set('foreign', 1)).toThrow(expect.objectContaining({ code: 'NOT_PERMITTED' }))
    const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const
    await expect(ctx.api.service('catalogue').get('/getWallets', { schema })).rejects.toMatchObject({
      code: 'NOT_PERMITTED',
    })
    await expect(ctx.api.rpc('fake:1').read('eth_call', [], { schema })).rejects.toMatchObject({
      code: 'NOT_PERMITTED',
    })
    await ctx.router.push(Shown).catch(() => null)
    expect(modal.errors.value.map(({ code, plugin }) => [code, plugin])).toEqual([
      ['UNDECLARED', 'a'],
      ['UNDECLARED', 'a'],
      ['UNDECLARED', 'a'],
      ['NOT_PERMITTED', 'a'],
      ['NOT_PERMITTED', 'a'],
      ['NOT_PERMITTED', 'a'],
      ['UNKNOWN_VIEW', undefined],
    ])
  })
})

test('I2: if two plugins contribute the same connector, the first in the list of plugins wins, whatever its order, and the other is reported once', async () => {
  const bring = (name: string) =>
    definePlugin({
      name,
      kernel: '^0.1',
      setup: (ctx) =>
        void ctx.add(
          connectors,
          { id: 'wallet', name, type: 'INJECTED', namespaces: [], provider: async () => null },
          { order: name === 'a' ? -9 : 0 },
        ),
    })
  for (const names of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    const reader = watcher('reader')
    using modal = createWalletModal({
      plugins: [...names.map((name) => bring(name)()), reader.plugin()],
      logLevel: 'silent',
    })
    expect(
      reader
        .ctx()
        .all(connectors)
        .value.map((one) => one.name),
    ).toEqual([names[0]])
    await immediately()
    expect(modal.errors.value.map(({ code, message, plugin }) => [code, message, plugin])).toEqual([
      [
        'DUPLICATE_CONNECTOR',
        `"${names[0]}" and "${names[1]}" both contribute a connector with the id "wallet". Only the first is listed.`,
        names[1],
      ],
    ])
  }
})

test('slot items are sorted by order, then by plugin name, not by the list of plugins', () => {
  const items = slot<string>('test#items')
  const add = (name: string, order: number) =>
    definePlugin({ name, kernel: '^0.1', setup: (ctx) => void ctx.add(items, name, { order }) })
  const plugins = [add('c', 0), add('a', 5), add('b', 0)]
  for (const order of [plugins, plugins.toReversed()]) {
    const reader = watcher('reader')
    using modal = createWalletModal({ plugins: [...order.map((one) => one()), reader.plugin()] })
    expect(modal.errors.value).toEqual([])
    expect(reader.ctx().all(items).value).toEqual(['b', 'c', 'a'])
  }
})

test('I4: creating and disposing 200 modals leaves no effects, listeners, timers, keys or elements', async () => {
  const happened = event('test#happened')
  const items = slot<number>('test#items')
  const listening = { on: 0 }
  const added = vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => void listening.on++)
  const removed = vi.spyOn(globalThis, 'removeEventListener').mockImplementation(() => void listening.on--)
  vi.useFakeTimers()
  let effects = 0
  const used = definePlugin({
    name: 'used',
    kernel: '^0.1',
    permissions: { storage: ['key'] },
    views: [Shown],
    setup(ctx) {
      ctx.add(openingViews, { view: Shown, when: () => true })
      ctx.add(items, 1)()
      ctx.on(happened, () => undefined)
      ctx.storage.watch('key', () => undefined)
      ctx.effect(() => {
        effects++
        return () => void effects--
      })
      return ctx
    },
  })
  const globals = Object.keys(globalThis)
  for (let round = 0; round < 200; round++) {
    const modal = createWalletModal({ plugins: [used()], prefetch: 'never', logLevel: 'silent' })
    await Promise.resolve()
    const ctx = modal.use(used)
    expect(effects).toBe(1)
    ctx?.storage.set('key', round)
    ctx?.toast.loading('busy')
    ctx?.emit(happened)
    await modal.forget()
    modal.dispose()
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect({ effects, listeners: listening.on, timers: vi.getTimerCount(), keys: localStorage.length }).toEqual({
    effects: 0,
    listeners: 0,
    timers: 0,
    keys: 0,
  })
  expect(Object.keys(globalThis)).toEqual(globals)
  expect(document.body.childElementCount).toBe(0)
  vi.useRealTimers()
  added.mockRestore()
  removed.mockRestore()
})
