import { Address, getAddress, type NETWORK, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { invalid, type RequestError } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import type { NodeClient } from './node-client.js'

/** How addresses of the local chain are written. */
export const regtest: typeof NETWORK = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

// m/84'/1'/1'/0/0 of the development mnemonic: as public as the accounts that it pays
const key = Uint8Array.from(Buffer.from('ea19e884d0c3145da71f4e54141970208ff0bdd173e2001496a23798848343b0', 'hex'))
const faucetAddress = getAddress('wpkh', key, regtest) ?? ''
/** A block's reward can be spent in the hundredth block after it. */
const MATURITY = 100
const BLOCKS_PER_ACCOUNT = 2
/** Blocks whose rewards the faucet can spend at once; the first 150 blocks of the chain bring 50 bitcoins each. */
const FAUCET_BLOCKS = 60

const blockHashes = v.array(v.string())
const scanSchema = v.object({
  height: v.number(),
  unspents: v.array(
    v.object({ txid: v.string(), vout: v.number(), amount: v.number(), height: v.number(), coinbase: v.boolean() }),
  ),
})

type Coin = v.InferOutput<typeof scanSchema>['unspents'][number]

/** Satoshis of a node's number of bitcoins. Its rounding error is a third of a satoshi at 21 million bitcoins. */
export const toSatoshis = (bitcoins: number): bigint => BigInt(Math.round(bitcoins * 1e8))

export const mine = (node: NodeClient, blocks: number, address = faucetAddress): Promise<readonly string[]> =>
  node.call(blockHashes, 'generatetoaddress', blocks, address)

/** The same chain each time, but for the blocks' times: rewards for the accounts and for the faucet, and as many blocks as make them spendable. */
export async function mineGenesis(node: NodeClient, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) await mine(node, BLOCKS_PER_ACCOUNT, account)
  await mine(node, FAUCET_BLOCKS + MATURITY)
}

/** Pays exactly this amount in a block of its own. Rejects with `INVALID_REQUEST` when the faucet holds less. */
export async function pay(node: NodeClient, address: string, amountBase: bigint): Promise<void> {
  const { height, unspents } = await node.call(scanSchema, 'scantxoutset', 'start', [`addr(${faucetAddress})`])
  const spendable = unspents.filter((coin) => !coin.coinbase || height + 1 - coin.height >= MATURITY)
  const transaction = new Transaction()
  const script = p2wpkh(pubECDSA(key), regtest).script
  let rest = -amountBase
  for (const coin of spendable.toSorted((a, b) => b.amount - a.amount)) {
    if (rest >= 0n) break
    const amount = toSatoshis(coin.amount)
    transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount } })
    rest += amount
  }
  if (rest < 0n) throw tooMuch(spendable)
  transaction.addOutputAddress(address, amountBase, regtest)
  if (rest > 0n) transaction.addOutputAddress(faucetAddress, rest, regtest)
  transaction.sign(key)
  transaction.finalize()
  // straight into a block: neither dust nor a missing fee is against the rules of the chain itself
  await node.call(v.object({ hash: v.string() }), 'generateblock', faucetAddress, [transaction.hex])
}

const tooMuch = (coins: readonly Coin[]): RequestError => {
  const held = coins.reduce((sum, { amount }) => sum + toSatoshis(amount), 0n)
  return invalid(`The sandbox's Bitcoin faucet holds ${held} satoshis for one payment.`)
}

/** The canonical writing of an address of the local chain, or `undefined`. */
export function toRegtestAddress(text: string): string | undefined {
  try {
    return Address(regtest).encode(Address(regtest).decode(text))
  } catch {
    return undefined // the decoder throws for whatever is no address of this chain
  }
}
