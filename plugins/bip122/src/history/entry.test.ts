import type { Network } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { blockTransactions } from './blocks.js'
import { toEntry } from './entry.js'

const [own, friend, other] = ['bcrt1qown', 'bcrt1qfriend', 'bcrt1qother']
const network: Network = {
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  namespace: 'bip122',
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
}
const coin = (address: string, value: number): object => ({ value, scriptPubKey: { address } })
const spend = (address: string, value: number): object => ({ prevout: coin(address, value) })
const txid = 'ab'.repeat(32)

function read(vin: readonly object[], vout: readonly object[]) {
  const result = blockTransactions['~standard'].validate({ time: 1_790_000_000, tx: [{ txid, vin, vout }] })
  if (result instanceof Promise || result.issues) throw new Error('is not a block')
  return result.value.flatMap((one) => toEntry(one, own, network))
}
const outline = (vin: readonly object[], vout: readonly object[]) =>
  read(vin, vout).map(({ type, from, to, fee, transfers }) => ({
    ...{ type, from, to, fee },
    moves: transfers.map(({ direction, amount }) => `${direction} ${amount}`).join(),
  }))

describe('the history entry of a transaction in a block', () => {
  it('shows a payment without its change, and with its fee', () => {
    expect(outline([spend(own, 0.3)], [coin(friend, 0.1), coin(own, 0.19999)])).toEqual([
      { type: 'send', from: own, to: friend, fee: 1000n, moves: 'out 10000000' },
    ])
    expect(read([spend(own, 0.3)], [coin(friend, 0.3)])[0]).toMatchObject({
      id: txid,
      hash: txid,
      at: 1_790_000_000_000,
    })
  })

  it('shows a payment to several receivers as one send with several transfers', () => {
    expect(outline([spend(own, 1)], [coin(friend, 0.00000001), coin(other, 0.5)])).toEqual([
      { type: 'send', from: own, to: undefined, fee: 49_999_999n, moves: 'out 1,out 50000000' },
    ])
  })

  it('shows a payment from another address as received, and names the sender if there is only one', () => {
    expect(outline([spend(friend, 1)], [coin(own, 0.4), coin(own, 0.1), coin(friend, 0.4)])).toEqual([
      { type: 'receive', from: friend, to: own, fee: undefined, moves: 'in 50000000' },
    ])
    expect(outline([spend(friend, 1), spend(other, 1)], [coin(own, 2)])[0]?.from).toBeUndefined()
  })

  it('shows only the net amount if the transaction also spends coins of other addresses', () => {
    expect(outline([spend(own, 1), spend(friend, 1)], [coin(own, 0.4), coin(other, 1.5)])).toEqual([
      { type: 'execute', from: undefined, to: undefined, fee: undefined, moves: 'out 60000000' },
    ])
  })

  it("shows a payment to the account's own address as a self transfer, and a coinbase output as minted", () => {
    expect(outline([spend(own, 1)], [coin(own, 0.9)])[0]).toMatchObject({ to: own, moves: 'self 90000000' })
    expect(outline([{ coinbase: '00' }], [coin(own, 50)])[0]).toMatchObject({ type: 'mint', moves: 'in 5000000000' })
  })

  it("does not exist if the account's address is not involved", () => {
    expect(outline([spend(friend, 1)], [coin(other, 1)])).toEqual([])
  })
})
