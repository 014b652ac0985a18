// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeOpenedLink } from '../links/opened-wallet.js'
import type { OpenLink } from './namespace-links.js'
import { createSession, type StagedSessions, stageSessions } from './sessions.test.fixtures.js'

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
    await new Promise((resolve) => setTimeout(resolve))
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
  const ends: readonly (readonly [string, (stage: StagedSessions, link: OpenLink) => unknown])[] = [
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
