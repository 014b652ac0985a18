import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { revokeSession } from './revocation.js'
import type { SmartSession } from './service.js'

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const active = {
  caipNetworkId: 'eip155:1',
  account: { address: '0x01' },
  adapter: { signMessage: async () => '0x02' },
}

/** Revokes the session `pci` at a service that replies to the revocation with the HTTP status `status`. The list of the service then shows the session with `isRevoked`. */
async function revokeWith(status: number, isRevoked: boolean): Promise<{ outcome: unknown; revocations: number }> {
  const revoke = vi.fn(() => Promise.reject(new WalletModalError('HTTP_STATUS', 'no success', { status })))
  const list = async () => [{ pci: 'pci', isRevoked } as SmartSession]
  const dependencies = { ctx: { log, abortSignal: new AbortController().signal }, service: { revoke, list } }
  const { status: outcome } = await revokeSession(dependencies, { pci: 'pci', active })
  return { outcome, revocations: revoke.mock.calls.length }
}

describe('revokeSession', () => {
  it.each([
    [404, false, 'failed'],
    [502, true, 'revoked'],
    [504, false, 'unknown'],
  ])(
    'submits once; after HTTP %i and a list with isRevoked=%s, the outcome is %s',
    async (status, isRevoked, outcome) => {
      expect(await revokeWith(status, isRevoked)).toEqual({ outcome, revocations: 1 })
    },
  )
})
