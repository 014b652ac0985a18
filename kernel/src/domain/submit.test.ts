import { describe, expect, it } from 'vitest'
import { signal } from '../signals.js'
import { createSubmit } from './submit.js'

/** A draft over one wallet, and the list in which the wallet changes. */
function draftOf() {
  const now = { connectorId: 'zephyr', provider: {}, account: { address: 'a' }, caipNetworkId: 'x:1' }
  const connections = signal([now])
  const draft = { connection: { ...now, adapter: { connections } }, network: { caipNetworkId: 'x:1', name: 'One' } }
  return { draft, now, connections }
}

describe('createSubmit', () => {
  it('B3: runs once, also where it failed', async () => {
    const { draft } = draftOf()
    let runs = 0
    const submit = createSubmit(draft, async () => {
      runs++
      throw new Error('lost')
    })
    await expect(submit()).rejects.toThrow('lost')
    await expect(submit()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(runs).toBe(1)
  })

  it.each([
    ['account', { account: { address: 'b' } }],
    ['network', { caipNetworkId: 'x:2' }],
    ['provider', { provider: {} }],
    ['connection', { connectorId: 'other' }],
  ])('C4, C5: another %s meanwhile ends it before anybody is asked', async (_, change) => {
    const { draft, now, connections } = draftOf()
    let runs = 0
    const submit = createSubmit(draft, async () => {
      runs++
      return { status: 'rejected' }
    })
    connections.value = [{ ...now, ...change }]
    await expect(submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(runs).toBe(0)
  })
})
