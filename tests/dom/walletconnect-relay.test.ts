// @vitest-environment happy-dom
import { messageOf, networkChanged } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { EVM } from '../e2e/support/paired.js'
import { nobody, stageDesks } from './support/desktop-modals.js'
import { startToxicProxy, type Toxic } from './support/toxic-proxy.js'

const stage = stageDesks()
const drops = process.env.WALLET_MODAL_LONG ? 100 : 25
const { open, paired, reload, settled, all, asked } = stage

describe('the connection to the relay', () => {
  it(`B6: after ${drops} drops, page and wallet have one connection each, and messages are handled once`, async () => {
    await paired()
    expect(stage.relay.connections).toBe(2)
    const changedNetworks: string[] = []
    stage.desk.modal.on(networkChanged, ({ caipNetworkId }) => void changedNetworks.push(caipNetworkId))
    for (let at = 0; at < drops; at++) {
      stage.relay.dropAll()
      await expect.poll(() => stage.relay.connections, { interval: 20, timeout: 20_000 }).toBe(2)
    }
    await stage.phone.emit('chainChanged', 31338, EVM[1])
    await expect.poll(() => changedNetworks, { timeout: 20_000 }).toEqual([EVM[1]])
    const before = asked()
    expect(await stage.desk.modal.connections.adapter('eip155').signMessage('hello')).toMatch(/^0x/)
    expect([asked(), stage.relay.connections, changedNetworks.length]).toEqual([before + 1, 2, 1])
  }, 170_000)

  it('K1: repeated pairing and disconnecting leaks no connection, timer or storage', async () => {
    open()
    const cycle = async (): Promise<void> => {
      await stage.desk.pair(stage.phone)
      await settled(all())
      await stage.desk.modal.disconnect()
      await expect.poll(() => stage.phone.sessions().length).toBe(0)
    }
    const handles = (): number => process.getActiveResourcesInfo().filter((kind) => /Timeout|TCP/.test(kind)).length
    const storedSize = (): number => JSON.stringify({ ...localStorage }).length
    for (let at = 0; at < 3; at++) await cycle()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const [connections, timers, size] = [stage.relay.connections, handles(), storedSize()]
    for (let at = 0; at < 20; at++) await cycle()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(stage.relay.connections).toBe(connections)
    expect(handles()).toBeLessThanOrEqual(timers + 2)
    // J3: the stored data does not grow, and is far below the limit of 64 kB
    expect(storedSize()).toBeLessThan(size * 1.2)
    expect(storedSize()).toBeLessThan(20_000)
  }, 120_000)

  it('K1: a modal disposed while it connects to the relay leaves no connection', async () => {
    await paired()
    for (const delayMs of [0, 5, 10, 20, 40, 60, 80, 120]) {
      await reload()
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      stage.desk.modal.dispose()
      await new Promise((resolve) => setTimeout(resolve, 300))
      await expect.poll(() => stage.relay.connections).toBe(1)
    }
  })

  it('two modals on a page have separate clients, which do not affect each other', async () => {
    const desk = open({ id: 'one' })
    const other = open({ id: 'two' })
    await desk.pair(stage.phone)
    await expect.poll(() => desk.states()).toEqual(all())
    await other.pair(stage.phone)
    await expect.poll(() => other.states()).toEqual(all())
    expect([stage.phone.sessions().length, stage.relay.connections]).toEqual([2, 3])
    await other.modal.disconnect()
    expect([desk.states(), other.states()]).toEqual([all(), nobody])
    other.modal.dispose()
    await expect.poll(() => stage.relay.connections).toBe(2)
    expect(await desk.modal.connections.adapter('eip155').signMessage('hello')).toMatch(/^0x/)
  })
})

describe('B5: a bad connection to the relay', () => {
  const quick: readonly Toxic[] = ['latency', 'bandwidth', 'slow_close', 'slicer', 'limit_data']
  /** With these toxics, the client itself gives up only after a minute. */
  const slow: readonly Toxic[] = ['timeout', 'reset_peer']
  const toxics = process.env.WALLET_MODAL_LONG ? [...quick, ...slow] : quick
  const unhandled: unknown[] = []
  const recordUnhandled = (error: unknown): void => void unhandled.push(error)
  /** "done" or the error message of a promise, or "never ended" after 45 seconds. */
  const outcomeOf = async (what: Promise<unknown>): Promise<string> => {
    const late = new Promise<string>((resolve) => setTimeout(resolve, 45_000, 'never ended'))
    return Promise.race([
      what.then(
        () => 'done',
        (error: unknown) => messageOf(error),
      ),
      late,
    ])
  }
  const documented = /^done$|cannot be reached|expired|declined|ended|internet|publish|socket|timeout|Failed/i

  it.each(toxics)(
    '%s: pairing and signing succeed or fail with a message; switching and disconnecting succeed',
    async (toxic) => {
      process.on('unhandledRejection', recordUnhandled)
      const proxy = await startToxicProxy(stage.relay.url)
      try {
        open({ relayUrl: proxy.url, id: `toxic-${toxic.replace('_', '-')}` })
        proxy.poison(toxic)
        const paired = await outcomeOf(stage.desk.pair(stage.phone))
        expect(paired).toMatch(documented)
        proxy.poison(null)
        if (stage.desk.states().eip155 !== stage.phone.address) await stage.desk.pair(stage.phone)
        await settled(all(), 20_000)
        proxy.poison(toxic)
        expect(await outcomeOf(stage.desk.modal.connections.adapter('eip155').signMessage('hello'))).toMatch(documented)
        expect(await outcomeOf(stage.desk.modal.switchNetwork(EVM[1]))).toBe('done')
        expect(await outcomeOf(stage.desk.modal.disconnect())).toBe('done')
        expect(stage.desk.states()).toEqual(nobody)
        expect(unhandled.map(messageOf)).toEqual([])
      } finally {
        process.off('unhandledRejection', recordUnhandled)
        proxy.stop()
      }
    },
    170_000,
  )
})
