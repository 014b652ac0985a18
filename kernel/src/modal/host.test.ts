// @vitest-environment happy-dom
/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { connectors } from '../domain/slots.js'
import { PLUGIN_TIMEOUT_MS, withDeadline } from '../errors/deadline.js'
import { type Context, definePlugin, type PluginInstance } from '../plugins/plugin.js'
import { capability, event, type Slot, slot, view } from '../plugins/token.js'
import { computed, effect, signal } from '../signals.js'
import { createWalletModal } from './modal.js'

const items = slot<string>('test#items')
const happened = event('test#happened')
const needed = capability<string>('needed')
const Shown = view('test#Shown')

const boom = (): never => {
  throw new Error('boom')
}
const broken = (setup: (ctx: Context) => unknown, fields: object = {}): PluginInstance =>
  definePlugin<object, unknown>({ name: 'broken', kernel: '^0.1', setup, ...fields })()

/** A second plugin, which the failure of the broken plugin must not affect. */
const neighbour = () => {
  const seen: string[] = []
  let context: Context | undefined
  const plugin = definePlugin({
    name: 'neighbour',
    kernel: '^0.1',
    views: [Shown],
    setup(ctx) {
      context = ctx
      ctx.add(items, 'neighbour')
      ctx.on(happened, () => seen.push('event'))
      ctx.effect(() => void seen.push(`effect ${ctx.all(items).value.join()}`))
      ctx.onDispose(() => seen.push('disposed'))
      return 'alive'
    },
  })
  const ctx = (): Context => context ?? boom()
  return { plugin, seen, emit: () => ctx().emit(happened), read: <T>(token: Slot<T>) => ctx().all(token).value }
}
const tick = async (): Promise<void> => {
  await immediately()
  await immediately()
}

describe('I1: a plugin that throws is disabled, and no other plugin', () => {
  const source = signal(0)
  const points: readonly [string, (ctx: Context) => unknown, string][] = [
    ['setup', boom, 'setup'],
    ['asynchronous setup', async () => boom(), 'setup: its setup is asynchronous'],
    ['effect', (ctx) => ctx.effect(boom), 'an effect'],
    ['asynchronous effect', (ctx) => ctx.effect((async () => boom()) as never), 'an effect'],
    ['effect that runs again', (ctx) => ctx.effect(() => void (source.value > 0 && boom())), 'an effect'],
    [
      'cleanup of an effect',
      (ctx) =>
        ctx.effect(() => {
          void source.value
          return boom
        }),
      'an effect',
    ],
    ['listener', (ctx) => ctx.on(happened, boom), 'a listener of "test#happened"'],
    ['asynchronous listener', (ctx) => ctx.on(happened, async () => boom()), 'a listener of "test#happened"'],
    ['slot signal', (ctx) => ctx.add(items, computed(boom)), 'its contribution to "test#items"'],
    [
      'getter of a slot item',
      (ctx) => ctx.add(connectors, Object.defineProperty({}, 'id', { get: boom }) as never),
      'its contribution to',
    ],
    ['slot item of another shape', (ctx) => ctx.add(connectors, { id: 'x' } as never), 'its contribution to'],
    ['storage listener', (ctx) => ctx.storage.watch('key', boom), 'watching the storage key "key"'],
  ]
  test.each(points)('%s', async (_, setup, where) => {
    source.value = 0
    const { plugin, seen, emit, read } = neighbour()
    const own = broken(
      (ctx) => {
        ctx.add(items, 'broken')
        return setup(ctx)
      },
      { permissions: { storage: ['key'] } },
    )
    using modal = createWalletModal({ plugins: [own, plugin()], logLevel: 'silent', prefetch: 'never' })
    await tick()
    source.value = 1
    emit()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    read(connectors)
    await tick()
    expect(modal.errors.value.map((error) => [error.code, error.plugin])).toEqual([['PLUGIN_FAILED', 'broken']])
    expect(modal.errors.value[0]?.message).toContain(`"broken" failed in ${where}`)
    expect(modal.use(own.plugin)).toBeUndefined()
    expect(modal.use(plugin)).toBe('alive')
    expect(read(items)).toEqual(['neighbour'])
    emit()
    expect(seen.at(-1)).toBe('event')
  })

  test.each([
    ['at once', boom],
    ['later', async () => boom()],
  ])('an error that a cleanup throws %s is reported, and the other plugins are disposed', async (_, undo) => {
    const { plugin, seen } = neighbour()
    const modal = createWalletModal({ plugins: [plugin(), broken((ctx) => ctx.onDispose(undo))], logLevel: 'silent' })
    modal.dispose()
    await tick()
    expect(modal.errors.value.map((error) => [error.code, error.plugin])).toEqual([['DISPOSE_FAILED', 'broken']])
    expect(seen).toEqual(['disposed'])
  })

  test('opening an unknown view rejects, and the modal stays closed', async () => {
    const { plugin } = neighbour()
    using modal = createWalletModal({ plugins: [plugin()], logLevel: 'silent', prefetch: 'never' })
    await expect(modal.open({ view: view('nobody#View') })).rejects.toMatchObject({ code: 'UNKNOWN_VIEW' })
    expect(modal.isOpen.value).toBe(false)
  })

  test('withDeadline rejects after 5 s if the work does not end', async () => {
    vi.useFakeTimers()
    const cut = withDeadline(new Promise(() => undefined), 'revoking', 'broken')
    const failed = expect(cut).rejects.toMatchObject({
      code: 'PLUGIN_TIMEOUT',
      plugin: 'broken',
      message: '"broken": revoking took longer than 5 s.',
    })
    await vi.advanceTimersByTimeAsync(PLUGIN_TIMEOUT_MS)
    await failed
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})

describe('a plugin that depends on a failed plugin', () => {
  const giver = (setup: (ctx: Context) => unknown) =>
    definePlugin<object, unknown>({ name: 'giver', kernel: '^0.1', provides: [needed], setup })
  const taker = (name: string, fields: object = {}) =>
    definePlugin<object, string>({
      name,
      kernel: '^0.1',
      requires: [needed],
      setup: (ctx) => ctx.get(needed),
      ...fields,
    })

  test('does not start, and reports the reason', () => {
    using modal = createWalletModal({ plugins: [taker('taker')(), giver(boom)()], logLevel: 'silent' })
    expect(modal.errors.value.map((error) => error.message)).toEqual([
      '"giver" failed in setup: boom. The plugin is disabled.',
      '"taker" is disabled: it needs "needed", whose provider failed.',
    ])
  })

  test('is disposed before the plugin that it depends on', async () => {
    const order: string[] = []
    const second = capability('second')
    const middle = taker('middle', {
      provides: [second],
      setup: (ctx: Context) => {
        ctx.provide(second, 0)
        ctx.onDispose(() => order.push('middle'))
      },
    })
    const last = definePlugin({
      name: 'last',
      kernel: '^0.1',
      requires: [second],
      setup: (ctx) => ctx.onDispose(() => order.push('last')),
    })
    const first = giver((ctx) => {
      ctx.provide(needed, 'value')
      ctx.onDispose(() => order.push('giver'))
      ctx.effect(boom)
    })
    using modal = createWalletModal({ plugins: [first(), middle(), last()], logLevel: 'silent', prefetch: 'never' })
    await tick()
    expect(order).toEqual(['last', 'middle', 'giver'])
    expect(modal.errors.value.map((error) => [error.code, error.plugin])).toEqual([
      ['PLUGIN_FAILED', 'giver'],
      ['PLUGIN_BLOCKED', 'middle'],
      ['PLUGIN_BLOCKED', 'last'],
    ])
  })

  test('does not register views if it is disabled during its own setup', async () => {
    const first = giver((ctx) => {
      ctx.provide(needed, 'value')
      ctx.on(happened, boom)
    })
    const second = taker('second', {
      views: [Shown],
      setup(ctx: Context) {
        ctx.emit(happened)
        return 'started'
      },
    })
    using modal = createWalletModal({ plugins: [first(), second()], logLevel: 'silent', prefetch: 'never' })
    expect(modal.use(second)).toBeUndefined()
    await expect(modal.open({ view: Shown })).rejects.toMatchObject({ code: 'UNKNOWN_VIEW' })
  })

  test('a plugin that does not provide a capability it lists is disabled', () => {
    using modal = createWalletModal({ plugins: [giver(() => undefined)()], logLevel: 'silent' })
    expect(modal.errors.value[0]?.message).toContain('lists "needed" in "provides" but never provides it')
  })
})

describe('after a plugin was disabled', () => {
  test('methods of its context have no effect', async () => {
    let late: Context | undefined
    const { plugin, emit, read } = neighbour()
    const own = broken(
      (ctx) => {
        late = ctx
        ctx.effect(boom)
      },
      { permissions: { storage: ['key'] }, provides: [] },
    )
    using modal = createWalletModal({ plugins: [plugin(), own], logLevel: 'silent', prefetch: 'never' })
    await tick()
    if (!late) throw new Error('never started')
    const errors = modal.errors.value
    const ran = vi.fn()
    late.add(items, 'late')
    late.on(happened, ran)
    late.effect(ran)
    late.emit(happened)
    late.storage.set('key', 1)
    late.toast.error('late')
    expect(await late.router.push(Shown)).toBeUndefined()
    late.router.back()
    await expect(late.api.service('x').get('/', { schema: {} as never })).rejects.toMatchObject({ code: 'ABORTED' })
    emit()
    await tick()
    expect(ran).not.toHaveBeenCalled()
    expect(read(items)).toEqual(['neighbour'])
    expect([modal.isOpen.value, localStorage.length, modal.errors.value]).toEqual([false, 0, errors])
    const disposed = vi.fn()
    late.onDispose(disposed)
    expect(disposed).toHaveBeenCalledOnce()
  })
})

test('a listener is not called if an earlier listener of the same event has removed it', () => {
  const heard: string[] = []
  let emit = (): void => undefined
  using modal = createWalletModal({
    prefetch: 'never',
    plugins: [
      broken((ctx) => {
        emit = () => ctx.emit(happened)
      }),
    ],
  })
  const stops: (() => void)[] = []
  modal.on(happened, () => {
    heard.push('first')
    for (const stop of stops) stop()
  })
  stops.push(modal.on(happened, () => heard.push('second')))
  emit()
  expect([heard, modal.errors.value]).toEqual([['first'], []])
})

test('errors in effects that a plugin creates without its context are not thrown where a slot is changed', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { plugin } = neighbour()
  const own = broken((ctx) => {
    ctx.onDispose(effect(() => void (ctx.networks.value.length > 0 && boom())))
  })
  using modal = createWalletModal({ plugins: [own, plugin()], prefetch: 'never' })
  const network = {
    caipNetworkId: 'fake:1',
    namespace: 'fake',
    reference: '1',
    name: 'One',
    nativeCurrency: { name: 'A', symbol: 'B', decimals: 1 },
    rpcUrls: [],
  }
  expect(() => modal.addNetwork(network)).not.toThrow()
  expect(modal.networks.value.length).toBe(1)
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})
