import type { AssetToken, Context, Network, SendDraft, WalletConnection } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { describe, expect, it, vi } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import { createSendHandler } from './handler.js'
import { prepareSend } from './prepare.js'

const [network] = networks as readonly Network[] as readonly [Network]
const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const coin = { assetId: coinAssetId(network), caipNetworkId: network.caipNetworkId } as AssetToken

/** Prepares a payment to a receiver; records the calls of the connection's `transactions.prepare`. */
async function prepareTo(address: string) {
  const prepare = vi.fn(async () => 'prepared')
  const connection = {
    namespace: 'bip122',
    account: { address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', type: 'payment' },
    adapter: { transactions: { prepare } },
  }
  const draft = { network, connection, token: coin, receiver: address, amount: 1_000n, speed: 'standard' }
  const outcome = await prepareSend(draft as unknown as SendDraft, new AbortController().signal).catch(
    (error: unknown) => error,
  )
  return { outcome, prepare }
}

describe('a Bitcoin payment', () => {
  it('is prepared for an address of its network', async () => {
    const { outcome, prepare } = await prepareTo(receiver)
    expect([outcome, prepare.mock.calls.length]).toEqual(['prepared', 1])
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
    const { canSend } = createSendHandler({} as Context)
    const by = (type: string) => ({ namespace: 'bip122', account: { type } }) as unknown as WalletConnection
    expect(canSend(coin, by('payment'))).toBe(true)
    expect(canSend(coin, by('ordinal'))).toBe(false)
    expect(canSend({ ...coin, assetId: `${network.caipNetworkId}/brc20:ordi` }, by('payment'))).toBe(false)
  })
})
