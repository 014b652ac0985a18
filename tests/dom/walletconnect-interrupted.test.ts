// @vitest-environment happy-dom
import { walletconnect } from '@wallet-modal/walletconnect'
import { describe, expect, it } from 'vitest'
import { EVM } from '../e2e/support/paired.js'
import { stageDesks } from './support/desktop-modals.js'
import { startToxicProxy } from './support/toxic-proxy.js'

const stage = stageDesks()
const { paired, reload, settled, all, asked } = stage

describe('a request that is pending in the wallet', () => {
  const ask = () =>
    void stage.desk.modal.connections
      .adapter('eip155')
      .signMessage('hello')
      .catch(() => null)
  const interrupted = () => stage.desk.modal.use(walletconnect)?.interrupted.peek() ?? []

  it('after a reload, has the status "unknown", receives its answer, and is not sent twice', async () => {
    await paired()
    stage.phone.behave('wait')
    const before = asked()
    ask()
    await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
    await reload()
    await settled(all())
    expect(interrupted()).toMatchObject([{ method: 'personal_sign', caipNetworkId: EVM[0], status: 'unknown' }])
    await stage.phone.release()
    await expect
      .poll(() => interrupted()[0], { timeout: 10_000 })
      .toMatchObject({ status: 'answered', result: expect.stringMatching(/^0x/) })
    stage.phone.behave('approve')
    expect(await stage.desk.modal.connections.adapter('eip155').signMessage('again')).toMatch(/^0x/)
    expect(asked()).toBe(before + 2)
    await reload()
    await settled(all())
    expect(interrupted()).toEqual([])
  })

  it('B6: receives its answer after both ends lost the connection to the relay', async () => {
    await paired()
    stage.phone.behave('wait')
    const before = asked()
    const answer = stage.desk.modal.connections.adapter('eip155').signMessage('hello')
    await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
    stage.relay.dropAll()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.poll(() => stage.relay.connections, { timeout: 20_000 }).toBe(2)
    await stage.phone.release()
    expect(await answer).toMatch(/^0x/)
    expect(asked()).toBe(before + 1)
  }, 60_000)

  it.each([300, 50, 1000])(
    'receives its answer if the page was hidden for %i ms and lost its connection',
    async (awayMs) => {
      const setHidden = (isAway: boolean): void => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => (isAway ? 'hidden' : 'visible'),
        })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      await paired()
      stage.phone.behave('wait')
      const before = asked()
      const answer = stage.desk.modal.connections.adapter('eip155').signMessage('hello')
      await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
      setHidden(true)
      stage.relay.dropAll()
      await new Promise((resolve) => setTimeout(resolve, awayMs))
      setHidden(false)
      await expect.poll(() => stage.relay.connections, { timeout: 20_000 }).toBe(2)
      await stage.phone.release()
      expect(await answer).toMatch(/^0x/)
      expect(asked()).toBe(before + 1)
    },
    60_000,
  )

  it('B6: receives an answer that was given while the page could not reach the relay', async () => {
    const proxy = await startToxicProxy(stage.relay.url)
    try {
      await paired({ relayUrl: proxy.url, id: 'dropped' })
      stage.phone.behave('wait')
      const before = asked()
      const answer = stage.desk.modal.connections.adapter('eip155').signMessage('hello')
      await expect.poll(asked, { timeout: 5000 }).toBe(before + 1)
      proxy.poison('reset_peer')
      proxy.drop()
      await expect.poll(() => stage.relay.connections).toBe(1)
      await stage.phone.release()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      proxy.poison(null)
      expect(await answer).toMatch(/^0x/)
      expect(asked()).toBe(before + 1)
    } finally {
      proxy.stop()
    }
  }, 60_000)
})
