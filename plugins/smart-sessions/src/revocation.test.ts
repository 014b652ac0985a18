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

/**
 * Revokes the session `pci` at a service that replies to the revocation with the HTTP status `status`. The list of the service then contains
 * `sessions`.
 */
async function revokeWith(
  status: number,
  sessions: readonly Partial<SmartSession>[],
  signal = new AbortController().signal,
): Promise<{ outcome: unknown; revocations: number }> {
  const revoke = vi.fn(() => Promise.reject(new WalletModalError('HTTP_STATUS', 'no success', { status })))
  const list = async () => ({ sessions: sessions as SmartSession[], unreadableCount: 0 })
  const dependencies = { ctx: { log, abortSignal: new AbortController().signal }, service: { revoke, list } }
  const request = { pci: 'pci', active, signal, onSigned: () => undefined }
  const { status: outcome } = await revokeSession(dependencies, request)
  return { outcome, revocations: revoke.mock.calls.length }
}

describe('revokeSession', () => {
  it.each([
    [404, [{ pci: 'pci', isRevoked: false }], 'failed'],
    [502, [{ pci: 'pci', isRevoked: true }], 'revoked'],
    [504, [{ pci: 'pci', isRevoked: false }], 'unknown'],
    [504, [{ pci: 'other', isRevoked: true }], 'unknown'],
    [504, [], 'unknown'],
  ])('submits once; after HTTP %i and the list %j, the outcome is %s', async (status, sessions, outcome) => {
    expect(await revokeWith(status, sessions)).toEqual({ outcome, revocations: 1 })
  })

  it('does not submit a signature that arrives after the visitor has canceled', async () => {
    expect(await revokeWith(200, [], AbortSignal.abort())).toEqual({ outcome: 'canceled', revocations: 0 })
  })
})
