// @vitest-environment happy-dom
import { SignClient } from '@walletconnect/sign-client'
import { afterEach, expect, test, vi } from 'vitest'
import { createSilentLogger } from '../client/silent-logger.js'
import { createSessions } from '../sessions/sessions.js'
import { createSession, evmAccount, stageSessions } from '../sessions/sessions.test.fixtures.js'
import { storeOpenedLink } from './opened-wallet.js'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

let clients = 0

/** The real client with one session and without a relay. `publish` replaces the call that sends a request to the relay. */
async function createRealClient(publish: () => Promise<void>) {
  const entries = new Map<string, unknown>()
  const topic = 'topic'
  const sign = await SignClient.init({
    ...{ projectId: 'none', relayUrl: 'ws://127.0.0.1:1', telemetryEnabled: false, logger: createSilentLogger() },
    customStoragePrefix: `client-${++clients}`,
    metadata: { name: 'Site', url: location.href, description: '', icons: [] },
    storage: {
      getKeys: async () => [...entries.keys()],
      getEntries: async () => [...entries] as never,
      getItem: async (key) => entries.get(key) as never,
      setItem: async (key, value) => void entries.set(key, value),
      removeItem: async (key) => void entries.delete(key),
    },
  })
  const { core, session } = sign
  core.heartbeat.stop()
  core.verify.register = async () => undefined
  core.crypto.encode = async () => 'message'
  await core.crypto.keychain.set(topic, 'key')
  Object.assign(core.relayer, { confirmOnlineStateOrThrow: async () => undefined, publish })
  const eip155 = { accounts: [evmAccount], methods: ['personal_sign'], events: [] }
  const stored = { ...createSession(topic, { eip155 }), pairingTopic: '', relay: { protocol: 'irn' }, controller: '' }
  await session.set(topic, stored as never)
  return { sign, session: stored as never }
}

/** Sends a request on a phone. `links`: links that were opened. */
async function sendRequest(publish: () => Promise<void>) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android')
  const links: string[] = []
  vi.spyOn(window, 'open').mockImplementation((href) => {
    links.push(String(href))
    return null
  })
  await import('../views/check-url.js') // as on a page that has already opened a wallet
  const stage = stageSessions()
  const { sign, session } = await createRealClient(publish)
  storeOpenedLink(stage.ctx, 'zephyr://')
  const client = { sign, onRelayError: () => () => false, close: () => undefined }
  const sessions = createSessions(stage.ctx, client, { rules: () => undefined, onChanged: () => undefined })
  const link = sessions.link(session, 'eip155')
  link.enter()
  const answer = link.request('eip155:1', 'personal_sign', [])
  return { links, answer, [Symbol.dispose]: () => stage[Symbol.dispose]() }
}

test('a request that the relay received opens the wallet app', async () => {
  using sent = await sendRequest(async () => undefined)
  await expect.poll(() => sent.links).toEqual([expect.stringContaining('zephyr://')])
})

test('a request that could not be sent to the relay does not open the wallet app', async () => {
  using sent = await sendRequest(async () => {
    throw new Error('Failed to publish payload')
  })
  await expect(sent.answer).rejects.toThrow('Failed to publish')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent.links).toEqual([])
})
