// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeOpenedLink } from '../deep-links/opened-wallet.js'
import type { NamespaceLink } from './namespace-links.js'
import type { Session } from './session.js'
import { createSession, evmAccount, type StagedSessions, stageSessions } from './sessions.test.fixtures.js'

describe('on a phone, a request', () => {
  beforeEach(() => void vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android'))
  afterEach(() => {
    vi.restoreAllMocks()
    localStorage.clear()
  })
  const opened = async (method: string): Promise<number> => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    using stage = stageSessions(createSession('topic'))
    storeOpenedLink(stage.ctx, 'zephyr://')
    stage.tell('session_request_sent', { topic: 'topic', id: 1, chainId: 'eip155:1', request: { method, params: [] } })
    await import('../views/check-url.js')
    await new Promise((resolve) => setTimeout(resolve, 20))
    return open.mock.calls.length
  }

  test.each(['personal_sign', 'wallet_sendCalls', 'solana_signTransaction', 'signPsbt'])(
    'of the method %s opens the wallet app',
    async (method) => expect(await opened(method)).toBe(1),
  )

  test.each([
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getPermissions',
    'wallet_getAssets',
    'getAccountAddresses',
  ])('of the method %s, which the wallet answers without asking its owner, does not open the app', async (method) =>
    expect(await opened(method)).toBe(0),
  )
})

describe('a pending request to the wallet', () => {
  const ends: readonly (readonly [string, (stage: StagedSessions, link: NamespaceLink) => unknown])[] = [
    ['the visitor disconnects', (_, link) => link.leave()],
    ['the wallet ends the session', ({ tell }) => tell('session_delete', { topic: 'topic' })],
    ['the session expires', ({ tell }) => tell('session_expire', { topic: 'topic' })],
    ['the site ends the session', ({ sessions }) => sessions.end('topic')],
  ]
  test.each(ends)('is rejected when %s, and a later answer is ignored', async (_, end) => {
    const session = createSession('topic')
    using stage = stageSessions(session)
    const link = stage.sessions.link(session, 'eip155')
    link.enter()
    const answer = link.request('eip155:1', 'personal_sign', [])
    const settled = Promise.race([
      answer.catch((error: unknown) => error),
      new Promise((resolve) => setTimeout(resolve, 50)),
    ])
    await end(stage, link)
    expect(await settled).toMatchObject({ code: 4900 })
    stage.requests[0]?.refuse(new Error('Request expired'))
    await new Promise((resolve) => setTimeout(resolve))
  })

  test('resolves or rejects with the answer of the wallet', async () => {
    const session = createSession('topic')
    using stage = stageSessions(session)
    const link = stage.sessions.link(session, 'eip155')
    link.enter()
    const [signed, declined] = [1, 2].map(() => link.request('eip155:1', 'personal_sign', []))
    stage.requests[0]?.answer('signed')
    stage.requests[1]?.refuse(Object.assign(new Error('no'), { code: 5000 }))
    expect(await signed).toBe('signed')
    await expect(declined).rejects.toMatchObject({ code: 4001 })
  })
})

describe('C6: a session of another tab', () => {
  const KEY = 'wallet-modal/sessions/holder/client'
  const otherAccount = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const methods = ['personal_sign']
  /** Stores the sessions as another tab does, with their keys. */
  const store = (...sessions: readonly Session[]): void => {
    const keychain = Object.fromEntries(sessions.map(({ topic }) => [topic, 'key']))
    const data = { 'wc@2:client:0.3//session': sessions, 'wc@2:core:0.3//keychain': keychain }
    localStorage.setItem(KEY, JSON.stringify({ v: 1, data }))
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  }
  const own = createSession('own')
  const other = createSession('other', { eip155: { accounts: [otherAccount], methods, events: [] } })
  /** Page with a connection that uses the session `own`, and the changes that its provider reports. */
  function stageOwn() {
    store(own)
    const stage = stageSessions(own)
    const link = stage.sessions.link(own, 'eip155')
    link.enter()
    const changes: string[] = []
    link.listen({
      changed: () => void changes.push('changed'),
      event: () => undefined,
      ended: () => void changes.push('ended'),
    })
    store(own)
    return { ...stage, link, changes }
  }
  afterEach(() => localStorage.clear())

  test.each([
    ['the other tab has removed the earlier session', () => store(other)],
    [
      'the wallet reports the end of the earlier session',
      ({ tell, storedSessions }: StagedSessions) => {
        storedSessions.splice(0, 1) // the client removes the session first
        tell('session_delete', { topic: 'own' })
      },
    ],
  ])('is used by the connections of this tab once %s', async (_, end) => {
    using stage = stageOwn()
    const { link, changes, sessions, requests } = stage
    const pending = link.request('eip155:1', 'personal_sign', []).catch(({ code }) => code)
    store(own, other)
    expect([changes, link.approved().accounts[0]?.address]).toEqual([[], evmAccount.slice('eip155:1:'.length)])
    end(stage)
    expect(changes).toEqual(['changed'])
    expect(link.approved().accounts.map(({ address }) => `eip155:1:${address}`)).toEqual([otherAccount])
    expect([await pending, sessions.current()?.topic]).toEqual([4900, 'other'])
    void link.request('eip155:1', 'personal_sign', [])
    expect(requests.at(-1)?.topic).toBe('other')
  })

  test('ends the connections of families that it does not approve', () => {
    using stage = stageOwn()
    const { changes, link } = stage
    const solanaOnly = { ...other, namespaces: {} } as Session
    store(own, solanaOnly)
    store(solanaOnly)
    expect([changes, link.approved().accounts]).toEqual([['ended'], []])
  })

  test('is not used if the tab that created it has ended it', () => {
    using stage = stageOwn()
    const { changes, sessions } = stage
    store(own, other)
    store(own)
    expect([changes, sessions.current()?.topic, sessions.isOpen('other')]).toEqual([[], 'own', false])
  })

  test('is not ended when a connection attempt of this tab fails', async () => {
    using stage = stageOwn()
    const { sessions, storedSessions } = stage
    store(own, other)
    sessions.endAll()
    await expect.poll(() => storedSessions.map(({ topic }) => topic)).toEqual(['other'])
  })

  test('without a new session, a removed one stays connected until the kernel disconnects its wallet', () => {
    using stage = stageOwn()
    store()
    expect([stage.changes, stage.link.isOpen()]).toEqual([[], true])
  })
})
