// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOtherTabs } from '../../plugins/walletconnect/src/client/other-tabs.js'
import { type SdkClient, startSdkClient, stopSdkClient } from '../../plugins/walletconnect/src/client/sign-client.js'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.fixtures.js'
import { EVM } from '../e2e/support/paired.js'
import { type RunningRelay, startRelay } from '../e2e/support/relay.js'

const prefix = 'tabs'
const optionalNamespaces = { eip155: { chains: [EVM[0]], methods: ['personal_sign'], events: [] } }

let relay: RunningRelay
let phone: Phone
let own: Context
const open: SdkClient[] = []

/** Starts the SDK's client as a tab of the site does. */
async function openTab(): Promise<SdkClient> {
  const sign = await startSdkClient(own, { relayUrl: relay.url, projectId: 'none', prefix })
  open.push(sign)
  return sign
}

const closeAll = (): void => {
  for (const { core } of open.splice(0)) stopSdkClient(own, prefix, core)
}

async function pair(tab: SdkClient): Promise<string> {
  const { uri = '', approval } = await tab.connect({ optionalNamespaces })
  await phone.pair(uri)
  return (await approval()).topic
}

beforeAll(async () => {
  // this page simulates both tabs, which would otherwise share one client of the SDK
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')
  relay = await startRelay()
  phone = await startPhone({ relayUrl: relay.url, chains: EVM })
})

let modal: Disposable

beforeEach(() => {
  const holder = definePlugin({
    name: 'holder',
    kernel: '^0.1',
    permissions: { storage: ['client'] },
    setup(ctx) {
      own = ctx
    },
  })
  modal = createWalletModal({ id: 'tabs', plugins: [holder()], prefetch: 'never', logLevel: 'silent' })
})

afterEach(async () => {
  closeAll()
  modal[Symbol.dispose]()
  await phone.disconnect()
  localStorage.clear()
})

afterAll(async () => {
  await phone.close()
  await relay.stop()
  vi.unstubAllEnvs()
})

describe('two tabs of a site', () => {
  it('a session made in one tab works after a reload, although the other tab wrote to storage', async () => {
    const [one, other] = [await openTab(), await openTab()]
    await other.connect({ optionalNamespaces })
    const topic = await pair(one)
    await other.connect({ optionalNamespaces })
    await expect.poll(() => one.session.get(topic).acknowledged).toBe(true)
    closeAll()
    const next = await openTab()
    expect(next.session.getAll().map((session) => session.topic)).toEqual([topic])
    const request = { method: 'personal_sign', params: ['0x68656c6c6f', phone.address] }
    expect(await next.request({ topic, chainId: EVM[0], request })).toMatch(/^0x/)
  })

  it('a tab uses a session that another tab has made, and learns that it has ended', async () => {
    const [one, other] = [await openTab(), await openTab()]
    const tabs = createOtherTabs(own, other, { onChanged: () => undefined, isEnded: () => false })
    const topic = await pair(one)
    await expect.poll(() => one.session.get(topic).acknowledged).toBe(true)
    expect([tabs.read(), tabs.hasCreated(topic)]).toEqual([[], true])
    const request = { method: 'personal_sign', params: ['0x68656c6c6f', phone.address] }
    expect(await other.request({ topic, chainId: EVM[0], request })).toMatch(/^0x/)
    await one.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    expect(tabs.read()).toEqual([topic])
  })

  it('sessions made in both tabs exist after a reload', async () => {
    const [one, other] = [await openTab(), await openTab()]
    const topics = [await pair(one), await pair(other)]
    closeAll()
    const { session, core } = await openTab()
    expect(session.getAll().map(({ topic }) => [topic, core.crypto.keychain.has(topic)])).toEqual(
      topics.map((topic) => [topic, true]),
    )
  })

  it('a session ended in one tab is not restored by a write of the other tab', async () => {
    const one = await openTab()
    const topic = await pair(one)
    await expect.poll(() => one.session.get(topic).acknowledged).toBe(true)
    const other = await openTab()
    await other.core.relayer.transportClose() // `other` does not receive the end of the session
    await one.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await other.session.update(topic, { expiry: other.session.get(topic).expiry + 1 })
    await other.core.crypto.setSymKey('00'.repeat(32))
    closeAll()
    const next = await openTab()
    expect([next.session.getAll(), next.core.crypto.keychain.has(topic)]).toEqual([[], false])
  })
})
