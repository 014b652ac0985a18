import { describe, expect, it } from 'vitest'
import { signal } from '../signals.js'
import { assertUnchanged } from './check-connection.js'

type Request = Parameters<typeof assertUnchanged>[0]

/** Request of one wallet, and the signal of the namespace's connections. */
function createRequest() {
  const wallet = { connectorId: 'zephyr', provider: {}, account: { address: 'a' }, caipNetworkId: 'x:1' }
  const connections = signal([wallet])
  const connection = { ...wallet, adapter: { connections } }
  const network = { caipNetworkId: 'x:1', name: 'One' }
  return { request: { connection, network } as unknown as Request, wallet, connections }
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

  it.each([
    ['account', { account: { address: 'b' } }],
    ['network', { caipNetworkId: 'x:2' }],
    ['provider', { provider: {} }],
    ['connection', { connectorId: 'other' }],
  ])('C4, C5: throws for another %s', (_, change) => {
    const { request, wallet, connections } = createRequest()
    connections.value = [{ ...wallet, ...change }]
    expect(() => assertUnchanged(request)).toThrow(expect.objectContaining({ code: 'CHANGED_MEANWHILE' }))
  })
})
