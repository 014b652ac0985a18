import { describe, expect, it } from 'vitest'
import type { Connected } from '../domain/connections/connection.js'
import { signal } from '../signals.js'
import { createFakeConnection } from '../testing/fake-connection.js'
import { createFakeNetwork } from '../testing/fake-namespace.js'
import { assertUnchanged } from './check-connection.js'

/** Request of one wallet, and the signal of the namespace's connections. */
function createRequest() {
  const network = createFakeNetwork('x:1')
  const wallet = createFakeConnection({ network, account: { address: 'a', type: 'eoa' } })
  const connections = signal<readonly Connected[]>([wallet])
  const connection = { ...wallet, adapter: { connections } }
  return { request: { connection, network }, wallet, connections }
}

describe('assertUnchanged', () => {
  it('accepts the wallet of the request', () => {
    expect(() => assertUnchanged(createRequest().request)).not.toThrow()
  })

  it('C4: throws for a wallet that is connected but no longer active', () => {
    const { request, wallet, connections } = createRequest()
    connections.value = [{ ...wallet, connectorId: 'other' }, wallet]
    expect(() => assertUnchanged(request)).toThrow(expect.objectContaining({ code: 'CHANGED_MEANWHILE' }))
  })

  it.each<[string, Partial<Connected>]>([
    ['account', { account: { address: 'b', type: 'eoa' } }],
    ['network', { caipNetworkId: 'x:2' }],
    ['provider', { provider: {} }],
    ['connection', { connectorId: 'other' }],
  ])('C4, C5: throws for another %s', (_, change) => {
    const { request, wallet, connections } = createRequest()
    connections.value = [{ ...wallet, ...change }]
    expect(() => assertUnchanged(request)).toThrow(expect.objectContaining({ code: 'CHANGED_MEANWHILE' }))
  })
})
