import { Address, getAddress, type NETWORK, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { invalid, type RequestError } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import type { NodeClient } from './node-client.js'

/** Address encoding of the local chain. */
export const regtest: typeof NETWORK = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

// private key of the faucet: m/84'/1'/1'/0/0 of the development mnemonic, which is public
const key = Uint8Array.from(Buffer.from('ea19e884d0c3145da71f4e54141970208ff0bdd173e2001496a23798848343b0', 'hex'))
const faucetAddress = getAddress('wpkh', key, regtest) ?? ''
/** Number of blocks after which a block reward can be spent. */
const MATURITY = 100
const BLOCKS_PER_ACCOUNT = 2
/** Minimum number of block rewards that the faucet can spend on a new chain. A reward is 50 bitcoins in the first 150 blocks. */
const FAUCET_BLOCKS = 60

const blockHashes = v.array(v.string())
const scanSchema = v.object({
  height: v.number(),
  unspents: v.array(
    v.object({ txid: v.string(), vout: v.number(), amount: v.number(), height: v.number(), coinbase: v.boolean() }),
  ),
})

type Coin = v.InferOutput<typeof scanSchema>['unspents'][number]

/** Converts bitcoins, which the node reports as floating-point numbers, to satoshis. Exact up to 21 million bitcoins. */
export const toSatoshis = (bitcoins: number): bigint => BigInt(Math.round(bitcoins * 1e8))

/** Mines blocks and resolves with their hashes. Their rewards go to `address`, by default to the faucet. */
export const mine = (node: NodeClient, blocks: number, address = faucetAddress): Promise<readonly string[]> =>
  node.call(blockHashes, 'generatetoaddress', blocks, address)

/**
 * Mines the initial chain: rewards for the accounts and the faucet, then blocks until the rewards can be spent. The chain is the same each time,
 * except for block times.
 */
export async function mineGenesis(node: NodeClient, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) await mine(node, BLOCKS_PER_ACCOUNT, account)
  await mine(node, FAUCET_BLOCKS + MATURITY)
}

/** Pays exactly `amountBase` with a transaction in a new block. Rejects with `INVALID_REQUEST` if the faucet's balance is too low. */
export async function pay(node: NodeClient, address: string, amountBase: bigint): Promise<void> {
  const { height, unspents } = await node.call(scanSchema, 'scantxoutset', 'start', [`addr(${faucetAddress})`])
  const spendable = unspents.filter((coin) => !coin.coinbase || height + 1 - coin.height >= MATURITY)
  const transaction = new Transaction()
  const script = p2wpkh(pubECDSA(key), regtest).script
  let change = -amountBase
  for (const coin of spendable.toSorted((a, b) => b.amount - a.amount)) {
    if (change >= 0n) break
    const amount = toSatoshis(coin.amount)
    transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount } })
    change += amount
  }
  if (change < 0n) throw insufficientFaucet(spendable)
  transaction.addOutputAddress(address, amountBase, regtest)
  if (change > 0n) transaction.addOutputAddress(faucetAddress, change, regtest)
  transaction.sign(key)
  transaction.finalize()
  // bypasses the mempool, whose policy (dust limit, minimum fee) would reject some payments
  await node.call(v.object({ hash: v.string() }), 'generateblock', faucetAddress, [transaction.hex])
}

const insufficientFaucet = (coins: readonly Coin[]): RequestError => {
  const balance = coins.reduce((sum, { amount }) => sum + toSatoshis(amount), 0n)
  return invalid(`The sandbox's Bitcoin faucet can pay at most ${balance} satoshis.`)
}

/** Canonical form of an address of the local chain; `undefined` if it is invalid. */
export function toRegtestAddress(text: string): string | undefined {
  try {
    return Address(regtest).encode(Address(regtest).decode(text))
  } catch {
    return undefined // the decoder throws on invalid addresses
  }
}
