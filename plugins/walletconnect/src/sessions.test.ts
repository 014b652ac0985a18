// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rememberWallet } from './opened-wallet.js'
import { createSession, stageSessions } from './sessions.test.steps.js'

describe('on a phone, a request', () => {
  beforeEach(() => void vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android'))
  afterEach(() => {
    vi.restoreAllMocks()
    localStorage.clear()
  })
  const opened = async (method: string): Promise<number> => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    using stage = stageSessions(createSession('topic'))
    rememberWallet(stage.ctx, 'zephyr://')
    stage.tell('session_request_sent', { topic: 'topic', id: 1, chainId: 'eip155:1', request: { method, params: [] } })
    await import('./views/check-url.js')
    await new Promise((resolve) => setTimeout(resolve))
    return open.mock.calls.length
  }

  test.each(['personal_sign', 'wallet_sendCalls', 'solana_signTransaction', 'signPsbt'])(
    'of the method %s brings the visitor to the wallet',
    async (method) => expect(await opened(method)).toBe(1),
  )

  test.each([
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getPermissions',
    'wallet_getAssets',
    'getAccountAddresses',
  ])('of the method %s, which the wallet answers by itself, leaves the visitor on the page', async (method) =>
    expect(await opened(method)).toBe(0),
  )
})
