// @vitest-environment happy-dom
import { messageOf, networkChanged } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { nobody, stageDesks } from './support/desks.js'
import { EVM } from './support/paired.js'
import { startToxicProxy, type Toxic } from './support/toxic-proxy.js'

const stage = stageDesks()
const { open, paired, reload, settled, all, asked } = stage

describe('the line to the relay', () => {
  it('B6: 100 drops leave one connection each, and every message is handled once', async () => {
    await paired()
    expect(stage.relay.connections).toBe(2)
    const told: string[] = []
    stage.desk.modal.on(networkChanged, ({ caipNetworkId }) => void told.push(caipNetworkId))
    for (let at = 0; at < 100; at++) {
      stage.relay.dropAll()
      await expect.poll(() => stage.relay.connections, { interval: 20, timeout: 20_000 }).toBe(2)
    }
    await stage.phone.emit('chainChanged', 31338, EVM[1])
    await expect.poll(() => told, { timeout: 20_000 }).toEqual([EVM[1]])
    const before = asked()
    expect(await stage.desk.modal.connections.adapter('eip155').signMessage('hello')).toMatch(/^0x/)
    expect([asked(), stage.relay.connections, told.length]).toEqual([before + 1, 2, 1])
  }, 170_000)

  it('K1: pairing and ending again and again leaves no connection, timer or listener more than the first time', async () => {
    open()
    const cycle = async (): Promise<void> => {
      await stage.desk.pair(stage.phone)
      await settled(all())
      await stage.desk.modal.disconnect()
      await expect.poll(() => stage.phone.sessions().length).toBe(0)
    }
    const handles = (): number => process.getActiveResourcesInfo().filter((kind) => /Timeout|TCP/.test(kind)).length
    const kept = (): number => JSON.stringify({ ...localStorage }).length
    for (let at = 0; at < 3; at++) await cycle()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const [connections, timers, size] = [stage.relay.connections, handles(), kept()]
    for (let at = 0; at < 20; at++) await cycle()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(stage.relay.connections).toBe(connections)
    expect(handles()).toBeLessThanOrEqual(timers + 2)
    // J3: flat, and far from the 64 kB that all of it may take
    expect(kept()).toBeLessThan(size * 1.2)
    expect(kept()).toBeLessThan(20_000)
  }, 120_000)

  it('K1: a modal that is let go of while it connects to the relay leaves no connection', async () => {
    await paired()
    for (const delayMs of [0, 5, 10, 20, 40, 60, 80, 120]) {
      await reload()
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      stage.desk.modal.dispose()
      await new Promise((resolve) => setTimeout(resolve, 300))
      await expect.poll(() => stage.relay.connections).toBe(1)
    }
  })

  it('two modals of a page have a client each: neither hears of the other', async () => {
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

describe('B5: a bad line to the relay', () => {
  const quick: readonly Toxic[] = ['latency', 'bandwidth', 'slow_close', 'slicer', 'limit_data']
  /** The client itself gives up after a minute. */
  const slow: readonly Toxic[] = ['timeout', 'reset_peer']
  const toxics = process.env.WALLET_MODAL_LONG ? [...quick, ...slow] : quick
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  /** How something ends, and that it does, within 45 seconds. */
  const ends = async (what: Promise<unknown>): Promise<string> => {
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
    '%s: pairing, signing, switching and leaving each end in success or in words',
    async (toxic) => {
      process.on('unhandledRejection', note)
      const proxy = await startToxicProxy(stage.relay.url)
      try {
        open({ relayUrl: proxy.url, id: `toxic-${toxic.replace('_', '-')}` })
        proxy.poison(toxic)
        const paired = await ends(stage.desk.pair(stage.phone))
        expect(paired).toMatch(documented)
        proxy.poison(null)
        if (stage.desk.states().eip155 !== stage.phone.address) await stage.desk.pair(stage.phone)
        await settled(all(), 20_000)
        proxy.poison(toxic)
        expect(await ends(stage.desk.modal.connections.adapter('eip155').signMessage('hello'))).toMatch(documented)
        expect(await ends(stage.desk.modal.switchNetwork(EVM[1]))).toBe('done')
        expect(await ends(stage.desk.modal.disconnect())).toBe('done')
        expect(stage.desk.states()).toEqual(nobody)
        expect(unhandled.map(messageOf)).toEqual([])
      } finally {
        process.off('unhandledRejection', note)
        proxy.stop()
      }
    },
    170_000,
  )
})
