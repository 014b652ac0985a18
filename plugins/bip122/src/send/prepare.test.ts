import type { AccountType, PreparedTransaction, Transactions } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { coin, draftOf, network } from '../node.test.fixtures.js'
import { createSendHandler } from './handler.js'
import { prepareSend } from './prepare.js'

const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const address = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const connectionOf = (type: AccountType, prepare: Transactions['prepare'] = vi.fn()) =>
  createFakeConnection({ network, account: { address, type }, adapter: { transactions: { prepare } } })
const prepared: PreparedTransaction = {
  review: {
    ...{ from: address, caipNetworkId: network.caipNetworkId, actions: [], balanceChanges: 'unavailable' },
    ...{ fee: 0n, extras: [], call: '', payload: '' },
  },
  submit: async () => ({ status: 'rejected' }),
}

/** Prepares a payment to a receiver; records the calls of the connection's `transactions.prepare`. */
async function prepareTo(receiver: string) {
  const prepare = vi.fn(async () => prepared)
  const draft = draftOf(receiver, { connection: connectionOf('payment', prepare), speed: 'standard' })
  const outcome = await prepareSend(draft, new AbortController().signal).catch((error: unknown) => error)
  return { outcome, prepare }
}

describe('a Bitcoin payment', () => {
  it('is prepared for an address of its network', async () => {
    const { outcome, prepare } = await prepareTo(receiver)
    expect([outcome, prepare.mock.calls.length]).toEqual([prepared, 1])
  })

  it.each([
    ['of another network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['with a typo', `${receiver.slice(0, -1)}5`],
    ['in another form than the checked one', receiver.toUpperCase()],
  ])('is not prepared for an address %s', async (_, address) => {
    const { outcome, prepare } = await prepareTo(address)
    expect(outcome).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(`${address} cannot be paid on ${network.name}`),
    })
    expect(prepare).not.toHaveBeenCalled()
  })

  it('can be sent only in the coin, and only by a payment account', () => {
    const { canSend } = createSendHandler(createFakeContext())
    expect(canSend(coin, connectionOf('payment'))).toBe(true)
    expect(canSend(coin, connectionOf('ordinal'))).toBe(false)
    expect(canSend({ ...coin, assetId: `${network.caipNetworkId}/brc20:ordi` }, connectionOf('payment'))).toBe(false)
  })
})
